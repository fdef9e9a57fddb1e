"""Weights that must serve every query cost their divergence from the mean more than the mean itself costs.

Bound    exact; the mean's own cost is the mutual information between token and query
Assumes  weights are fixed before the query is known; each query has some mass on every token
Limits   an average over queries; a single query may pay more
Source   compensation identity: Topsoe, Kybernetika 15 (1979), 8-27
"""

from sympy import IndexedBase, Integer, Sum, Symbol, log

from attnmem.proof.operations import Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Relation, Step
from attnmem.theory.pool_letters import LETTERS, m

queries, a, a2, i = (Symbol(name, integer=True, positive=True) for name in ("queries", "a", "a2", "i"))
chance, given, weight = (IndexedBase(name, positive=True) for name in "cpw")
more = Symbol("more", nonnegative=True)

ALL = (a, Integer(1), queries)
CHANCES = Assumption("every query has some chance", Condition(Integer(0), True, chance[a], over=ALL))
GIVENS = Assumption(
    "every query has some mass on the token", Condition(Integer(0), True, given[a, i], over=ALL)
)
WEIGHTS = Assumption(
    "every token has some weight", Condition(Integer(0), True, weight[i], over=(i, Integer(1), m))
)

mean = Sum(chance[a2] * given[a2, i], (a2, 1, queries))
part = chance[a] * given[a, i]
cost_of_weight = part * (log(given[a, i]) - log(weight[i]))
cost_of_mean = part * (log(given[a, i]) - log(mean))

POOL_BLIND = Derivation(
    key="pool-blind",
    title="The price of not knowing the query",
    chapter="pool",
    letters=LETTERS,
    assumes=(CHANCES, GIVENS, WEIGHTS),
    steps=(
        Step(
            log(1 + more),
            Relation.LE,
            more,
            because="equal at zero, and the logarithm rises more slowly: no divergence is negative",
            attained={more: Integer(0)},
        ),
        Step(
            log(1 + more),
            Relation.GE,
            more / (1 + more),
            because="equal at zero, and the quotient rises more slowly: the same from the other side",
            attained={more: Integer(0)},
        ),
        Step(
            Summation(part * (log(part) - log(chance[a]) - log(mean)), ALL),
            Relation.EQ,
            Sum(cost_of_mean, (a, 1, queries)),
            because="summing the mutual information of query and token: the chance of the query cancels",
        ),
    ),
    states=Step(
        Summation(cost_of_weight - cost_of_mean, ALL),
        Relation.EQ,
        mean * (log(mean) - log(weight[i])),
        because="summing a token's extra cost over the queries: the divergence of mean from weights",
    ),
    formulas=(),
    limits="an average over queries; a single query may pay more",
    source="compensation identity: Topsoe, Kybernetika 15 (1979), 8-27",
)
