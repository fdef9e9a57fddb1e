"""The quantities of keeping k of n keys."""

from sympy import Integer, Rational

from attnmem.symbols.quantity import Quantity, Scale, slider

TOPK: tuple[Quantity, ...] = (
    Quantity(
        name="key_count",
        meaning="keys that compete for one query",
        unit="keys",
        low=Integer(1),
        whole=True,
        slider=slider(2**8, 2**20, 2**18, Scale.LOG2),
    ),
    Quantity(
        name="kept_count",
        meaning="keys kept by the selection",
        unit="keys",
        low=Integer(1),
        whole=True,
        slider=slider(2**4, 2**14, 2**10, Scale.LOG2),
    ),
    Quantity(
        name="score_gap",
        meaning="gap between the smallest kept and the largest dropped score",
        unit="nats",
        low=Integer(0),
        slider=slider(0, 20, 10),
    ),
    Quantity(
        name="tail_mass",
        meaning="softmax mass of the dropped keys",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_high=True,
    ),
    Quantity(
        name="kl_budget",
        meaning="largest Kullback-Leibler divergence one accepts",
        unit="nats",
        low=Integer(0),
        slider=slider(Rational(1, 10**4), 1, Rational(1, 100), Scale.LOG10),
    ),
    Quantity(
        name="bucket_width",
        meaning="width of one score bucket",
        unit="nats",
        low=Integer(0),
        open_low=True,
    ),
    Quantity(
        name="kept_score",
        meaning="smallest score among the kept keys",
        unit="nats",
    ),
    Quantity(
        name="tail_odds",
        meaning="dropped mass over kept mass",
        unit="1",
        low=Integer(0),
    ),
    Quantity(
        name="dropped_weight",
        meaning="softmax weight of one dropped key",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
    ),
    Quantity(
        name="floor_weight",
        meaning="weight given to a dropped key instead of none",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
    ),
    Quantity(
        name="value_diameter",
        meaning="largest distance between two value vectors",
        unit="value",
        low=Integer(0),
    ),
    Quantity(
        name="value_norm",
        meaning="largest norm of a value vector",
        unit="value",
        low=Integer(0),
    ),
    Quantity(
        name="value_floor",
        meaning="smallest projection of a kept value on the direction of the error",
        unit="value",
    ),
    Quantity(
        name="sink_excess",
        meaning="score of the attention sink above the smallest kept score",
        unit="nats",
    ),
    Quantity(
        name="score_drop",
        meaning="how far a score lies below the largest one",
        unit="nats",
        low=Integer(0),
    ),
    Quantity(
        name="total_bound",
        meaning="lower bound on the total weight, in units of the heaviest key",
        unit="1",
        low=Integer(0),
        open_low=True,
    ),
    # Where a recorded row comes from
    Quantity(
        name="layer_index",
        meaning="layer of the recorded model, counted from 0",
        unit="1",
        low=Integer(0),
        whole=True,
    ),
    Quantity(
        name="head_index",
        meaning="query head of that layer, counted from 0",
        unit="1",
        low=Integer(0),
        whole=True,
    ),
)
