"""Weights that must serve every query cost their divergence from the mean more than the mean itself costs.

Bound    exact; the mean's own cost is the mutual information between token and query
Assumes  weights are fixed before the query is known; each query has some mass on every token
Limits   an average over queries; a single query may pay more
Source   compensation identity: Topsoe, Kybernetika 15 (1979), 8-27
"""

from sympy import IndexedBase, Integer, Sum, Symbol, exp, log

from attnmem.proof.operations import Summation
from attnmem.proof.record import Derivation, Relation, Step
from attnmem.theory.pool_letters import LETTERS

queries, a, other = (Symbol(name, integer=True, positive=True) for name in ("queries", "a", "other"))
c, p = IndexedBase("c", real=True), IndexedBase("p", real=True)
chance, given = exp(c[a]), exp(p[a])
weight, more = Symbol("weight", positive=True), Symbol("more", nonnegative=True)

ALL = (a, Integer(1), queries)
mean = Sum(exp(c[other]) * exp(p[other]), (other, 1, queries))
part = chance * given
cost_of_weight = part * (log(given) - log(weight))
cost_of_mean = part * (log(given) - log(mean))

POOL_BLIND = Derivation(
    key="pool-blind",
    title="The price of not knowing the query",
    chapter="pool",
    letters=LETTERS,
    assumes=(),
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
            Summation(part * (log(part) - log(chance) - log(mean)), ALL),
            Relation.EQ,
            Sum(cost_of_mean, (a, 1, queries)),
            because="summing the mutual information of query and token: the chance of the query cancels",
        ),
    ),
    states=Step(
        Summation(cost_of_weight - cost_of_mean, ALL),
        Relation.EQ,
        mean * (log(mean) - log(weight)),
        because="summing a token's extra cost over the queries: the divergence of mean from weights",
    ),
    formulas=(),
    limits="an average over queries; a single query may pay more",
    source="compensation identity: Topsoe, Kybernetika 15 (1979), 8-27",
)
