"""The output moves by the dropped mass times the distance between two averages of values.

Bound    upper, on the error along any direction, and so on its norm
Assumes  nothing of the scores; any kept set
Limits   one head's output; nothing is said of later layers
Source   arXiv 2512.07647
"""

from sympy import IndexedBase, Integer, Sum, exp

from attnmem.proof.operations import Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Letter, Relation, Side, Step
from attnmem.symbols import symbols
from attnmem.theory import topk_letters as topk
from attnmem.theory.topk_letters import DROPS, HEAD, MASS, TAIL, i, k, n, score, tail

diameter, largest, least = symbols("value_diameter", "value_norm", "value_floor")
along = IndexedBase("x", real=True)

HEAD_VALUES = Sum(exp(score[i]) * along[i], (i, 1, k))
TAIL_VALUES = Sum(exp(score[i]) * along[i], (i, k + 1, n))
LETTERS = {**topk.LETTERS, diameter: Letter("D"), largest: Letter("V"), least: Letter("a")}

KEPT_PROJECTED = Assumption(
    "kept values project to at least a: a is the smallest of them",
    Condition(least, False, along[i], (i, Integer(1), k)),
)
DROPPED_PROJECTED = Assumption(
    "no two values lie further apart than D, so dropped values project to at most a + D",
    Condition(along[i], False, least + diameter, (i, k + 1, n)),
)
WITHIN_NORMS = Assumption(
    "a distance is at most the sum of two norms", Condition(diameter, False, 2 * largest)
)

OUTPUT_ERROR = Formula(
    key="topk-output-error",
    title="Bound on the output's error from the dropped mass",
    expression=tail * diameter,
    arguments=(tail, diameter),
    unit="value",
    side=Side.UPPER,
    letters=LETTERS,
)

DIFFERENCE = Step(
    Summation(exp(score[i]) * along[i] / (HEAD + TAIL), (i, 1, n)),
    Relation.EQ,
    (HEAD_VALUES + TAIL_VALUES) / (HEAD + TAIL),
    because="summing over all keys is summing over the kept and then the dropped ones",
)
SHIFT = Step(
    (HEAD_VALUES + TAIL_VALUES) / (HEAD + TAIL) - HEAD_VALUES / HEAD,
    Relation.EQ,
    tail * (TAIL_VALUES / TAIL - HEAD_VALUES / HEAD),
    because="the output moves from the kept average towards the dropped one by the dropped mass",
)
KEPT_AVERAGE = Step(
    HEAD_VALUES,
    Relation.GE,
    least * HEAD,
    because="an average is at least the least of what it averages",
    attained={along[i]: least},
)
DROPPED_AVERAGE = Step(
    TAIL_VALUES,
    Relation.LE,
    (least + diameter) * TAIL,
    because="an average is at most the largest of what it averages",
    attained={along[i]: least + diameter},
)
BY_DIAMETER = Step(
    tail * (TAIL_VALUES / TAIL - HEAD_VALUES / HEAD),
    Relation.LE,
    tail * diameter,
    because="two averages lie no further apart than two values; the error's own direction gives its norm",
    using=(KEPT_AVERAGE, DROPPED_AVERAGE),
    attained={HEAD_VALUES: least * HEAD, TAIL_VALUES: (least + diameter) * TAIL},
)
BY_NORM = Step(
    tail * diameter,
    Relation.LE,
    2 * tail * largest,
    because="two values are at most two norms apart",
    assumes=(WITHIN_NORMS,),
    attained={diameter: 2 * largest},
)

TOPK_OUTPUT = Derivation(
    key="topk-output",
    title="What dropped mass does to the output",
    chapter="topk",
    letters=LETTERS,
    assumes=(DROPS, KEPT_PROJECTED, DROPPED_PROJECTED),
    defines=MASS,
    steps=(DIFFERENCE, SHIFT, KEPT_AVERAGE, DROPPED_AVERAGE, BY_NORM),
    states=BY_DIAMETER,
    formulas=(OUTPUT_ERROR,),
    limits="one head's output, not the model's; the diameter of the values may be large",
    source="arXiv 2512.07647",
)
