"""What a read may miss: a divergence in nats as a budget of missing mass, and the price of a stand-in's mass.

Dropping blocks of mass tau from a softmax and scaling up the rest costs KL = -ln(1 - tau), so KL <= epsilon
is the same as tau <= 1 - e^-epsilon: a linear row for each sequence, layer, head and step. An average over
rows is not: the divergence is convex in the mass. The masses are those of the lossless run, and the bound
prices one read of attention, not the model's output.

A stand-in keeps an absent block's logits up to ``logit_error`` (d). The row then bounds the total variation,
by the same number: blocks of mass tau under d move at most tau (e^d - 1), and no more than tanh(d/2) however
many they are.
"""

import math

from attnmem.errors import BadInput
from attnmem.residency.build import Allowance
from attnmem.residency.scenario import Scenario, StandIn


def allowance(scenario: Scenario, epsilon: float) -> Allowance | None:
    """The row's limit and price for ``epsilon`` nats; None if nothing may be missed.

    Derivation  topk-tail-budget
    """
    from attnmem.evaluation import evaluate  # loads the algebra, which a lossless question does not need

    if not (isinstance(epsilon, int | float) and 0 <= epsilon < math.inf):
        raise BadInput(f"epsilon: came {epsilon!r}, need a finite number of nats, at least 0")
    if epsilon == 0:
        return None
    limit = float(evaluate("topk-tail-budget", epsilon=epsilon))
    return Allowance(limit, price(scenario.stand_in, limit))


def price(stand_in: StandIn, budget: float) -> float:
    """What a unit of missing mass takes of the budget: 1 with nothing in its place, 0 if all of it may be
    missing.
    """
    if stand_in.kind == "none":
        return 1.0
    if math.tanh(stand_in.logit_error / 2) <= budget:
        return 0.0
    return min(1.0, math.expm1(stand_in.logit_error))
