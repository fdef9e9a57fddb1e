"""Quantities of what a whole model's attention keeps, in bytes."""

from sympy import Integer

from attnmem.symbols.quantity import Quantity, Scale, slider


def _counted(name: str, meaning: str, unit: str = "B") -> Quantity:
    """A quantity that the ledger counts from a config; it has no slider of its own."""
    return Quantity(name=name, meaning=meaning, unit=unit, low=Integer(0))


CACHE: tuple[Quantity, ...] = (
    Quantity(
        name="context_tokens",
        meaning="tokens of history",
        unit="tokens",
        low=Integer(1),
        whole=True,
        slider=slider(2**10, 2**20, 2**17, Scale.LOG2),
    ),
    Quantity(
        name="batch_size",
        meaning="sequences kept at once",
        unit="sequences",
        low=Integer(1),
        whole=True,
        slider=slider(1, 2**10, 1, Scale.LOG2),
    ),
    Quantity(
        name="page_tokens",
        meaning="tokens in a page of the cache",
        unit="tokens",
        low=Integer(1),
        whole=True,
        slider=slider(1, 2**10, 2**4, Scale.LOG2),
    ),
    _counted("growth_bytes", "bytes that each further token adds"),
    _counted("window_rate_bytes", "bytes that a token adds while windows fill"),
    Quantity(
        name="window_tokens",
        meaning="length of the windows",
        unit="tokens",
        low=Integer(0),
        whole=True,
    ),
    _counted("fixed_bytes", "bytes of state that the context does not change"),
    _counted("uniform_bytes", "bytes a token would take if nothing were capped"),
    _counted("part_bytes", "bytes of one part"),
    Quantity(
        name="whole_bytes", meaning="bytes of all parts together", unit="B", low=Integer(0), open_low=True
    ),
    _counted("growing_values", "value elements a token in layers that keep every token", "elements"),
    _counted("windowed_values", "value elements a token in layers with a window", "elements"),
    # what the ledger counts by kind of layer
    _counted("full_bytes", "bytes a token of keys and values kept for every token"),
    _counted("latent_bytes", "bytes a token of latents"),
    _counted("pooled_bytes", "bytes a token of pooled entries"),
    _counted("index_bytes", "bytes a token of index keys"),
    _counted("scale_units", "units of the history that a query can tell apart, mean of a layer", "units"),
    _counted("scale_elements", "elements kept for each token, mean of a layer", "elements"),
    # choices
    Quantity(name="model_choice", meaning="bundled model", unit="1", low=Integer(0), whole=True),
    Quantity(
        name="format_choice", meaning="format of cache and index keys", unit="1", low=Integer(0), whole=True
    ),
    Quantity(
        name="device_count", meaning="tensor-parallel devices", unit="devices", low=Integer(1), whole=True
    ),
)
