"""Every figure of the book, in reading order."""

from attnmem.errors import BadInput, unknown
from attnmem.figures.figure import Figure
from attnmem.figures.records.cache_lines import CACHE_LINES_FIGURE
from attnmem.figures.records.cache_scale import CACHE_SCALE_FIGURE
from attnmem.figures.records.cache_shares import CACHE_SHARES_FIGURE
from attnmem.figures.records.decay_lifetime import DECAY_LIFETIME_FIGURE
from attnmem.figures.records.float_digits import FLOAT_DIGITS_FIGURE
from attnmem.figures.records.float_map import FLOAT_MAP_FIGURE
from attnmem.figures.records.float_stagnation import FLOAT_STAGNATION_FIGURE
from attnmem.figures.records.gate_fit import GATE_FIT_FIGURE
from attnmem.figures.records.gate_slopes import GATE_SLOPES_FIGURE, GATE_SLOPES_SOFTPLUS_FIGURE
from attnmem.figures.records.index_kept import INDEX_KEPT_FIGURE
from attnmem.figures.records.index_recovery import INDEX_RECOVERY_FIGURE
from attnmem.figures.records.index_state import INDEX_STATE_FIGURE
from attnmem.figures.records.pool_recall import POOL_RECALL_FIGURE
from attnmem.figures.records.pool_snr import POOL_SNR_FIGURE
from attnmem.figures.records.residency_panels import RESIDENCY_PANELS_FIGURE
from attnmem.figures.records.residency_sets import RESIDENCY_SETS_FIGURE
from attnmem.figures.records.residency_table import RESIDENCY_TABLE_FIGURE
from attnmem.figures.records.residency_timeline import RESIDENCY_TIMELINE_FIGURE
from attnmem.figures.records.residency_tradeoff import RESIDENCY_TRADEOFF_FIGURE
from attnmem.figures.records.residency_waiting import RESIDENCY_WAITING_FIGURE
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.records.topk_needed import TOPK_NEEDED_FIGURE
from attnmem.figures.records.topk_recorded import TOPK_RECORDED_FIGURE

FIGURES: tuple[Figure, ...] = (
    TOPK_GAP_FIGURE,
    TOPK_NEEDED_FIGURE,
    TOPK_RECORDED_FIGURE,
    POOL_SNR_FIGURE,
    POOL_RECALL_FIGURE,
    DECAY_LIFETIME_FIGURE,
    GATE_SLOPES_FIGURE,
    GATE_SLOPES_SOFTPLUS_FIGURE,
    GATE_FIT_FIGURE,
    FLOAT_DIGITS_FIGURE,
    FLOAT_MAP_FIGURE,
    FLOAT_STAGNATION_FIGURE,
    INDEX_KEPT_FIGURE,
    INDEX_RECOVERY_FIGURE,
    INDEX_STATE_FIGURE,
    CACHE_SHARES_FIGURE,
    CACHE_LINES_FIGURE,
    CACHE_SCALE_FIGURE,
    RESIDENCY_TABLE_FIGURE,
    RESIDENCY_SETS_FIGURE,
    RESIDENCY_TIMELINE_FIGURE,
    RESIDENCY_PANELS_FIGURE,
    RESIDENCY_TRADEOFF_FIGURE,
    RESIDENCY_WAITING_FIGURE,
)


def figure(key: str) -> Figure:
    """The figure of that key; ``BadInput`` with the nearest keys if there is none."""
    for found in FIGURES:
        if found.key == key:
            return found
    raise BadInput(unknown("figure", key, (f.key for f in FIGURES)))
