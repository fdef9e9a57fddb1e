"""The engine that checks derivations. How to write one:

1. **Symbols.** Each quantity is declared in ``attnmem.symbols``; its domain there is used by every proof.
   Conditions that no single quantity can state (``k < n``) are ``Assumption("...", Condition(k, True,
   n))``. They make the shifts (``n = k + 1 + b``) and the sample points, so nothing else is needed to use
   them. A bound by a sum, or on every member of a family (``Condition(cut, False, s[i], over=(i, 1, k))``),
   works the same way.
2. **Steps.** ``Step(left, Relation.LE, right, because="one clause")``. At least one step's left side is an
   operation (``operations``): ``Solve``, ``Diff``, ``Summation``, ``DeltaSummation``, ``Limit``,
   ``Series``, ``Integrate``, ``Product``, ``Induction``, and ``Put``, which substitutes what others return.
   They nest, and the checker runs them every time. ``because`` may name an operation ("solving for L") only
   if the step runs it.
3. **Facts.** ``using=(EARLIER,)`` takes a proved step as given: ``x <= bound`` becomes a shift of x, an
   equation a rewrite. Steps of a derivation in ``rests_on`` may be used too. ``defines={tau: TAIL / (HEAD +
   TAIL)}`` spells a quantity out.
4. **Bounds** name in ``attained`` where they hold with equality; the checker tests it.
5. **Formulas**: what other parts evaluate. Each must be a side of one of the steps.
6. List it in ``attnmem.theory``; run ``attnmem verify KEY`` and ``attnmem verify --twins KEY``.

Methods, plainest first (``ladder`` tries them in this order and the finding names the one that worked):

- *exact normal form*: the difference is rewritten to zero; sums are split and joined, logarithms joined,
  matrices and noncommuting symbols expanded.
- *sign by shifted variables*: every atom becomes a shift ``>= 0``, ``e^x`` becomes ``1 + u``; all
  coefficients agree.
- *term by term*: a sum whose terms are never negative.
- *monotone by derivative sign*: ``>= 0`` at the start and a derivative ``>= 0``, repeated; ``along=x`` says
  which symbol. Along a whole symbol it is the difference of neighbours, that is, induction.
- *limit of the ratio*: only for ``Relation.TO``, with ``tends=(symbol, point)``.
- *interval enclosure*: on the step's ``box``, where a margin exists (never where both sides touch).

A proof counts only if both sides have a value: denominators seen nonzero, arguments of logarithms positive
(``defined`` says what each function needs). An operation counts only where it holds: a range that does not
run backwards, a delta's other index inside it, a root where its unknown lies, nothing less in a place than
its letter promised (``needs`` of each operation). State what keeps them so, as an assumption.

A step with ``source`` is a published theorem: recorded, not proved. Undecided is a failure. To find out why
a step is undecided: put intermediate results into steps of their own and ``using`` them; name products and
large terms by a quantity; replace ``x`` near an end of its range by its distance from that end.
"""
