"""Layers that read what another layer stored and keep nothing themselves.

Source  Gemma 3n and Gemma 4 (``num_kv_shared_layers``: the last so many read the last earlier layer of
        their own type), Hunyuan's cross-layer attention (``use_cla``, ``cla_share_factor``: groups of
        neighbours, the first one stores), and ``kv_source_layers`` (a source for each layer), as the
        classes of transformers 5.24 and Hunyuan's own code read them
"""

from dataclasses import replace

from attnmem.errors import BadInput
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.traced import Read

Layers = tuple[Layer, ...]


def share(f: Fields, layers: Layers) -> Layers:
    """The layers with their sources set."""
    return _last(f, _neighbours(f, _sources(f, layers)))


def _reading(layer: Layer, source: int, reads: tuple[Read, ...]) -> Layer:
    if layer.state or layer.conv or layer.compressor:
        raise BadInput(f"layer type {layer.kind} keeps a state of its own and cannot read another layer's")
    return replace(layer, source=source, reads=(*layer.reads, *reads))


def _last(f: Fields, layers: Layers) -> Layers:
    count = f.whole("num_kv_shared_layers", 0)
    if count is None or not count.value:
        return layers
    first = len(layers) - count.value
    if first < 1:
        raise f.fail("num_kv_shared_layers", f"a number below {len(layers)}, the number of layers")
    shared = list(layers)
    for at in range(first, len(layers)):
        source = next((s for s in range(first - 1, -1, -1) if layers[s].kind is layers[at].kind), None)
        if source is None:
            raise f.unclear(
                "num_kv_shared_layers", f"no earlier {layers[at].kind} layer that layer {at} could read"
            )
        shared[at] = _reading(layers[at], source, count.reads)
    return tuple(shared)


def _neighbours(f: Fields, layers: Layers) -> Layers:
    used, factor = f.flag("use_cla"), f.whole("cla_share_factor")
    if used is False or (used is None and (factor is None or factor.value == 1)):
        return layers
    if used is None or factor is None:
        missing = "use_cla" if used is None else "cla_share_factor"
        raise f.unclear(missing, "absent although the other field of cross-layer attention is given")
    reads = f.read("use_cla", "cla_share_factor")
    return tuple(
        _reading(layer, at - at % factor.value, reads) if at % factor.value else layer
        for at, layer in enumerate(layers)
    )


def _sources(f: Fields, layers: Layers) -> Layers:
    sources = f.wholes("kv_source_layers")
    if sources is None:
        return layers
    cut_to_depth(f, "kv_source_layers", len(sources), len(layers))
    shared = []
    for at, (layer, source) in enumerate(zip(layers, sources, strict=False)):
        if source > at or sources[source] != source or layers[source].kind is not layer.kind:
            raise f.unclear(
                f"kv_source_layers[{at}]", f"{source} is not an earlier layer of the same type that stores"
            )
        if source != at and layer.index:
            raise f.unclear(
                f"kv_source_layers[{at}]", "a layer with an indexer of its own that reads another's entries"
            )
        shared.append(layer if source == at else _reading(layer, source, f.read("kv_source_layers")))
    return tuple(shared)


def stores_anything(layer: Layer) -> bool:
    """Whether the layer keeps something at all."""
    return layer.kind is not Kind.NONE
