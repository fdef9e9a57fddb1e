"""The output moves by the dropped mass times the distance between two averages of values.

Bound    upper, on the norm of the difference of the outputs
Assumes  nothing of the scores; any kept set
Limits   a bound by the diameter of the values of this head, which says nothing of later layers
Source   arXiv 2512.07647
"""

from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.symbols import symbols
from attnmem.theory.topk_letters import LETTERS, tail

(diameter,) = symbols("value_diameter")

OUTPUT_ERROR = Formula(
    key="topk-output-error",
    title="Bound on the output's error from the dropped mass",
    expression=tail * diameter,
    arguments=(tail, diameter),
    unit="value",
    side=Side.UPPER,
    letters=LETTERS,
)

TOPK_OUTPUT = Derivation(
    key="topk-output",
    title="What dropped mass does to the output",
    chapter="topk",
    letters=LETTERS,
    assumes=(),
    steps=(Step(tail * diameter, Relation.EQ, tail * diameter, because="draft"),),
    states=Step(tail * diameter, Relation.EQ, tail * diameter, because="draft"),
    formulas=(OUTPUT_ERROR,),
    limits="one head's output, not the model's",
    source="arXiv 2512.07647",
)
