"""Small derivations to try the engine on, sound ones and planted faults."""

from sympy import Integer, Symbol, exp, log

from attnmem.proof.operations import Diff, Solve
from attnmem.proof.record import Derivation, Relation, Step

x = Symbol("x", real=True, nonnegative=True)
y = Symbol("y", real=True, positive=True)

SOLVED = Step(Solve(exp(x) - y, x), Relation.EQ, log(y), because="solving for x")
RISES = Step(Diff(exp(x), x), Relation.GE, Integer(1), because="the derivative is at least one")
ABOVE = Step(exp(x), Relation.GE, 1 + x, because="it starts at one and rises faster")


def derivation(*steps: Step, states: Step, **changes: object) -> Derivation:
    """A derivation with these steps and nothing else to say."""
    plain: dict[str, object] = {
        "key": "sample",
        "title": "A sample",
        "chapter": "none",
        "letters": {},
        "assumes": (),
        "steps": steps,
        "states": states,
        "formulas": (),
        "limits": "none",
        "source": "own",
    }
    return Derivation(**(plain | changes))  # type: ignore[arg-type]


SOUND = derivation(RISES, states=ABOVE)
