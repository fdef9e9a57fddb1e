"""Sign keys of width d and coherence mu exist once d mu^2 reaches 4 ln n - 2 ln 2; log2 n is width enough.

Bound    upper, on the coherence of some set of n sign keys, and of all 2^d of them
Assumes  independent fair signs; keys are chosen once and for all
Limits   existence by the union bound, not a construction; almost orthonormal keys need far larger widths
Source   own derivation; Hoeffding (1963); Johnson-Lindenstrauss: Dasgupta and Gupta (2003)
"""

from sympy import Integer, Symbol, exp, log, sqrt

from attnmem.proof.operations import Diff, Put, Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.index_letters import LETTERS, WIDE_ENOUGH, d, epsilon, mu, n

i, flipped = (Symbol(name, integer=True, positive=True) for name in ("i", "flipped"))
rate, chance, pairs, need = (Symbol(name, positive=True) for name in ("rate", "chance", "pairs", "need"))
slope, width = Symbol("slope", real=True), Symbol("width", positive=True)  # a width between whole numbers
x, more = Symbol("x", nonnegative=True), Symbol("more", integer=True, nonnegative=True)
jl_rate = epsilon**2 / 2 - epsilon**3 / 3

SOME_COHERENCE = Assumption("keys may be at an angle", Condition(Integer(0), True, mu))
SOME_DEFECT = Assumption("keys need not be exactly orthonormal", Condition(Integer(0), True, epsilon))

SIGN_COHERENCE = Formula(
    key="index-sign-coherence",
    title="Coherence that some sign keys stay below",
    expression=sqrt((4 * log(n) - 2 * log(2)) / d),
    arguments=(n, d),
    unit="1",
    side=Side.UPPER,
    conditions=(WIDE_ENOUGH,),
    letters=LETTERS,
)

JL_DIMENSION = Formula(
    key="index-jl-dimension",
    title="Width for all inner products within epsilon by random projection",
    expression=2 * log(2 * n**3) / jl_rate,
    arguments=(n, epsilon),
    unit="entries",
    side=Side.UPPER,
    conditions=(Condition(Integer(0), True, epsilon),),
    letters=LETTERS,
)

LOG_COHERENCE = Formula(
    key="index-all-signs-coherence",
    title="Coherence of all sign keys of a width",
    expression=1 - 2 / d,
    arguments=(d,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

LENGTH = Step(
    chance,
    Relation.LE,
    2 * exp(-d * jl_rate / 2),
    because="a random projection to d entries moves one squared length by more than epsilon this rarely",
    source="Johnson-Lindenstrauss lemma: Dasgupta and Gupta, Random Struct. Alg. 22 (2003), 60-65",
)

INDEX_KEYS = Derivation(
    key="index-keys",
    title="Keys that fit real head widths",
    chapter="index_bound",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Diff(x**2 / 2 - log((exp(x) + exp(-x)) / 2), x),
            Relation.EQ,
            ((x - 1) * exp(2 * x) + x + 1) / (exp(2 * x) + 1),
            because="the derivative of what e^(x^2/2) has over the mean of e^x and e^-x, in logarithms",
        ),
        Step(
            (x - 1) * exp(2 * x) + x + 1,
            Relation.GE,
            Integer(0),
            because="zero at zero and rising: e to a fair sign times x is e^(x^2/2) at most on average",
            attained={x: Integer(0)},
        ),
        Step(
            Put(
                d * (slope**2 / 2 - slope * mu), {slope: Solve(Diff(slope**2 / 2 - slope * mu, slope), slope)}
            ),
            Relation.EQ,
            -d * mu**2 / 2,
            because="solving for the best exponent in Markov's inequality: a pair is above mu this rarely",
        ),
        Step(
            Summation(i, (i, Integer(1), n - 1)),
            Relation.EQ,
            n * (n - 1) / 2,
            because="summing the pairs of n keys",
        ),
        Step(
            n * (n - 1) / 2,
            Relation.LE,
            n**2 / 2,
            because="fewer than half the square",
        ),
        Step(
            Solve(2 * log(n) - log(2) - width * mu**2 / 2, width),
            Relation.EQ,
            (4 * log(n) - 2 * log(2)) / mu**2,
            because="solving for the width at which less than one bad pair is expected",
            assumes=(SOME_COHERENCE,),
        ),
        Step(
            Put(1 - 2 * flipped / d, {flipped: 1 + more}),
            Relation.LE,
            LOG_COHERENCE.expression,
            because="putting in sign vectors that differ in at least one place",
            attained={more: Integer(0)},
        ),
        Step(
            Put(need / (1 - mu), {mu: LOG_COHERENCE.expression}),
            Relation.EQ,
            d * need / 2,
            because="putting that coherence in: the scale for all 2^d sign keys, where d = log2 n",
            assumes=(Assumption("keys have two entries or more", Condition(Integer(2), False, d)),),
        ),
        LENGTH,
        Step(
            Put(2 * pairs + n, {pairs: Summation(i, (i, Integer(1), n - 1))}),
            Relation.EQ,
            n**2,
            because="summing the lengths that fix all inner products: of sums, differences and keys",
        ),
        Step(
            Solve(log(2) + 2 * log(n) - width * rate / 2 + log(n), width),
            Relation.EQ,
            2 * log(2 * n**3) / rate,
            because="solving for the width at which n^2 vectors fail with probability 1/n at most",
        ),
        Step(
            Put(2 * log(2 * n**3) / rate, {rate: jl_rate}),
            Relation.EQ,
            JL_DIMENSION.expression,
            because="putting in the rate of the lemma",
            assumes=(SOME_DEFECT,),
        ),
    ),
    states=Step(
        Solve(2 * log(n) - log(2) - d * mu**2 / 2, mu, root=1),
        Relation.EQ,
        SIGN_COHERENCE.expression,
        because="solving for the coherence at which the union bound over all pairs reaches one",
    ),
    formulas=(SIGN_COHERENCE, LOG_COHERENCE, JL_DIMENSION),
    limits="existence by the union bound, not a construction; almost orthonormal keys need far larger widths",
    source="own derivation; Hoeffding (1963); Johnson-Lindenstrauss: Dasgupta and Gupta (2003)",
)
