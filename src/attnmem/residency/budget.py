"""What a read may miss: a divergence in nats as a budget of missing mass, and the price of a stand-in's mass.

Dropping blocks of mass tau from a softmax and scaling up the rest costs KL = -ln(1 - tau), so KL <= epsilon
is the same as tau <= 1 - e^-epsilon: a linear row for each sequence, layer, head and step. An average over
rows is not: the divergence is convex in the mass. The masses are those of the lossless run, and the bound
prices one read of attention, not the model's output.

A stand-in keeps an absent block's logits up to ``logit_error`` (d). The row then bounds the total variation,
by the same number: stand-ins for a mass tau move at most tau (e^d - 1) / (1 + tau (e^d - 1)), and no more
than tanh(d/2) whatever their mass. Errors of values (e) are not part of the row: they add at most e times the
weight on stand-ins to the output, which ``loss`` says.
"""

import math
import sys

from attnmem.errors import BadInput
from attnmem.residency.build import Allowance
from attnmem.residency.scenario import Scenario, StandIn

LARGEST = 100  # nats; beyond, the formula is not evaluated, and a stand-in not used
MOST_NATS = 13  # then 2e-6 of a row's mass must be there, which a solver tells from nothing


def allowance(scenario: Scenario, epsilon: float) -> Allowance | None:
    """The row's limit and price for ``epsilon`` nats; None if nothing may be missed.

    Derivation  topk-tail-budget
    """
    from attnmem.evaluation import evaluate  # loads the algebra, which a lossless question does not need

    if not (isinstance(epsilon, int | float) and 0 <= epsilon < math.inf):
        raise BadInput(f"epsilon: came {epsilon!r}, need a finite number of nats, at least 0")
    if epsilon > MOST_NATS:
        why = "beyond, the mass that may be missed cannot be told from all of it"
        raise BadInput(f"epsilon: came {epsilon:g}, need at most {MOST_NATS}: {why}")
    if epsilon == 0:
        return None
    if epsilon < sys.float_info.min:
        least = f"{sys.float_info.min:.2g}, below which float64 holds no number to all its digits"
        raise BadInput(f"epsilon: came {epsilon!r}, need 0 or at least {least}")
    if not scenario.masses:
        raise BadInput(f"epsilon: came {epsilon:g}, but there are no masses that a budget could leave out")
    limit = float(evaluate("topk-tail-budget", epsilon=epsilon))
    return Allowance(limit, price(scenario.stand_in, epsilon))


def price(stand_in: StandIn, epsilon: float) -> float:
    """What a unit of missing mass takes of the budget: 1 with nothing in its place, 0 if all of it may be
    missing. A stand-in that would cost more than 1 is not used: its blocks are left out.

    Derivation  residency-stand-in-variation, residency-stand-in-price
    """
    from attnmem.evaluation import evaluate

    if stand_in.kind == "none":
        return 1.0
    error = stand_in.logit_error
    limit = float(evaluate("topk-tail-budget", epsilon=epsilon))
    if float(evaluate("residency-stand-in-variation", delta=error)) <= limit:
        return 0.0
    if error > LARGEST or epsilon > LARGEST:
        return 1.0
    return min(1.0, float(evaluate("residency-stand-in-price", delta=error, epsilon=epsilon)))


def loss(stand_in: StandIn, epsilon: float, mass: float) -> tuple[float, float]:
    """What a row that misses ``mass`` loses at most: total variation of its weights, and what errors of the
    values add to its output.

    Derivation  residency-stand-in-moved, residency-stand-in-weight
    """
    from attnmem.evaluation import evaluate

    if mass == 0 or price(stand_in, epsilon) == 1.0:
        return mass, 0.0
    delta, mass = stand_in.logit_error, min(mass, math.nextafter(1.0, 0.0))  # some mass is exact
    cap = float(evaluate("residency-stand-in-variation", delta=delta))
    moved = float(evaluate("residency-stand-in-moved", delta=delta, tau=mass))
    weight = float(evaluate("residency-stand-in-weight", delta=delta, tau=mass))
    return min(cap, moved), stand_in.value_error * weight
