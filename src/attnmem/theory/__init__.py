"""Every result of the book, in reading order: one module each, one tuple of all."""

from attnmem.errors import BadInput, unknown
from attnmem.proof.record import Derivation, Formula
from attnmem.theory.attention_sink import ATTENTION_SINK
from attnmem.theory.cache_held import CACHE
from attnmem.theory.decay_lifetime import DECAY_LIFETIME
from attnmem.theory.float_digits import FLOAT_DIGITS_DERIVATION
from attnmem.theory.float_rounding import FLOAT_ROUNDING
from attnmem.theory.float_spacing import FLOAT_SPACING
from attnmem.theory.float_stagnation import FLOAT_STAGNATION
from attnmem.theory.gate_lifetime import GATE_LIFETIME
from attnmem.theory.gate_pull import GATE_PULL_DERIVATION
from attnmem.theory.gate_slope import GATE_SLOPE
from attnmem.theory.gate_softplus import GATE_SOFTPLUS
from attnmem.theory.index_bits import INDEX_BITS
from attnmem.theory.index_cases import INDEX_CASES
from attnmem.theory.index_kept import INDEX_KEPT
from attnmem.theory.index_keys import INDEX_KEYS
from attnmem.theory.index_scale import INDEX_SCALE
from attnmem.theory.index_width import INDEX_WIDTH
from attnmem.theory.pool_blind import POOL_BLIND
from attnmem.theory.pool_correlation import POOL_CORRELATION
from attnmem.theory.pool_resolution import POOL_RESOLUTION
from attnmem.theory.pool_score import POOL_SCORE_SNR
from attnmem.theory.pool_search import POOL_SEARCH
from attnmem.theory.pool_snr import POOL_SNR
from attnmem.theory.residency_balance import RESIDENCY_BALANCE
from attnmem.theory.residency_budget import RESIDENCY_BUDGET
from attnmem.theory.residency_decode_set import RESIDENCY_DECODE_SET
from attnmem.theory.residency_dense import RESIDENCY_DENSE
from attnmem.theory.residency_first_token import RESIDENCY_FIRST_TOKEN
from attnmem.theory.residency_hiding import RESIDENCY_HIDING
from attnmem.theory.residency_lead import RESIDENCY_LEAD
from attnmem.theory.residency_link import RESIDENCY_LINK
from attnmem.theory.residency_price import RESIDENCY_PRICE
from attnmem.theory.residency_saved import RESIDENCY_SAVED
from attnmem.theory.residency_stand_in import RESIDENCY_STAND_IN
from attnmem.theory.residency_table import RESIDENCY_TABLE
from attnmem.theory.residency_timeline import RESIDENCY_TIMELINE
from attnmem.theory.roundoff_growth import ROUNDOFF_GROWTH
from attnmem.theory.sigmoid_tanh import SIGMOID_TANH
from attnmem.theory.topk_bucket import TOPK_BUCKET
from attnmem.theory.topk_budget import TOPK_BUDGET
from attnmem.theory.topk_gap import TOPK_GAP
from attnmem.theory.topk_output import TOPK_OUTPUT
from attnmem.theory.topk_tail import TOPK_TAIL

DERIVATIONS: tuple[Derivation, ...] = (
    TOPK_TAIL,
    TOPK_GAP,
    TOPK_BUDGET,
    ATTENTION_SINK,
    TOPK_OUTPUT,
    TOPK_BUCKET,
    POOL_SNR,
    POOL_CORRELATION,
    POOL_SCORE_SNR,
    POOL_SEARCH,
    POOL_RESOLUTION,
    POOL_BLIND,
    DECAY_LIFETIME,
    GATE_SLOPE,
    GATE_SOFTPLUS,
    GATE_LIFETIME,
    GATE_PULL_DERIVATION,
    FLOAT_SPACING,
    FLOAT_ROUNDING,
    FLOAT_DIGITS_DERIVATION,
    FLOAT_STAGNATION,
    ROUNDOFF_GROWTH,
    SIGMOID_TANH,
    INDEX_CASES,
    INDEX_SCALE,
    INDEX_BITS,
    INDEX_KEYS,
    INDEX_WIDTH,
    INDEX_KEPT,
    CACHE,
    RESIDENCY_DENSE,
    RESIDENCY_DECODE_SET,
    RESIDENCY_BALANCE,
    RESIDENCY_HIDING,
    RESIDENCY_LEAD,
    RESIDENCY_LINK,
    RESIDENCY_BUDGET,
    RESIDENCY_SAVED,
    RESIDENCY_TIMELINE,
    RESIDENCY_TABLE,
    RESIDENCY_FIRST_TOKEN,
    RESIDENCY_STAND_IN,
    RESIDENCY_PRICE,
)

FORMULAS: tuple[Formula, ...] = tuple(f for d in DERIVATIONS for f in d.formulas)


def formula(key: str) -> Formula:
    """The named formula; ``BadInput`` with the nearest keys if there is none."""
    for found in FORMULAS:
        if found.key == key:
            return found
    given = next((d.formulas for d in DERIVATIONS if d.key == key), ())
    if given:
        raise BadInput(f"{key!r} is a derivation; its formulas: {', '.join(f.key for f in given)}")
    raise BadInput(unknown("formula", key, (f.key for f in FORMULAS)))


def home(key: str) -> Derivation:
    """The derivation that proves the named formula."""
    found = formula(key)
    return next(d for d in DERIVATIONS if any(f is found for f in d.formulas))


def derivation(key: str) -> Derivation:
    """The named derivation; ``BadInput`` with the nearest keys if there is none."""
    for found in DERIVATIONS:
        if found.key == key:
            return found
    proving = next((d for d in DERIVATIONS if any(f.key == key for f in d.formulas)), None)
    if proving is not None:
        raise BadInput(f"{key!r} is a formula; the derivation {proving.key} proves it")
    raise BadInput(unknown("derivation", key, (d.key for d in DERIVATIONS)))
