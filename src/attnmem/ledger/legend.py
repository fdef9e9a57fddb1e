"""The words of a report that a reader may not know, each explained where it occurs and only there."""

from collections.abc import Sequence

from attnmem.ledger.account import Account
from attnmem.ledger.grid import wrapped

ELEMENT = "element = a stored number"
ENTRY = "entry = what a layer keeps of one token"
POOLED = ", or of a block of tokens pooled into one"
TOKENS = " (tokens = how many)"
INDEX = "index key = what a query is compared with to select entries"
RAW = "raw = the newest tokens, kept unpooled as well"
READING = "+n read = n layers more, which read what another layer keeps"
POOLING = "rows being pooled = tokens that no pooled entry stands for yet"
COLUMNS = "K = columns that the short convolution spans; some engines keep all, some one fewer"
STATE = "the state of a layer is one piece of the history"
CHOICE = "bits of choice = log2 of the number of selections, more than which selecting cannot say"


def legend(found: Sequence[Account], *, layer_table: bool = False) -> list[str]:
    """One clause for each word in use; some occur only where layers are listed."""
    layers = [layer for one in found for layer in one.model.layers]
    stored = [layer for layer in layers if layer.entry]
    pooled = any(layer.tokens_per_entry.value > 1 for layer in stored)
    entry = ENTRY + (POOLED if pooled else "") + (TOKENS if pooled and layer_table else "")
    used = (
        (ELEMENT, True),
        (entry, bool(stored)),
        (INDEX, any(layer.index for layer in layers)),
        (RAW, layer_table and any(layer.raw is not None for layer in layers)),
        (READING, layer_table and any(not layer.stores for layer in layers)),
        (POOLING, any(layer.compressor for layer in layers)),
        (COLUMNS, any(one.state_conv_k != one.state for one in found)),
        (STATE, any((layer.state or layer.conv) and not layer.entry for layer in layers)),
        (CHOICE, any(one.decision_bits for one in found)),
    )
    return wrapped("words: " + "; ".join(text for text, is_used in used if is_used), hang=2)
