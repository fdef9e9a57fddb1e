"""From a config to a model: text part, layer count, layout, a family for each layer, sharing."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from attnmem.errors import BadInput
from attnmem.ledger import families, hints, layouts, strict_json, unread
from attnmem.ledger.cache_scheme import kv_format, state_format
from attnmem.ledger.families import mla
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Model
from attnmem.ledger.layouts.listed import drafts
from attnmem.ledger.layouts.unlisted import CONTEXT
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.made_for import made_for
from attnmem.ledger.model_types import unknown_type
from attnmem.ledger.per_layer import views
from attnmem.ledger.sharing import share
from attnmem.ledger.text_part import NESTED, layer_count, text_part


def read(
    config: "str | Path | dict[str, Any]", name: str | None = None, *, where: str | None = None
) -> Model:
    """The model that a config describes: a path, the text of a file, or the object itself.

    >>> model = read({"n_layer": 2, "n_head": 4, "n_embd": 64})
    >>> [str(layer.kind) for layer in model.layers]
    ['full', 'full']

    Raises  BadInput for a damaged file, NotUnderstood where a field means something no rule covers
    """
    if isinstance(config, dict):
        data, place = config, where or name or "config"
    elif isinstance(config, str) and config.lstrip().startswith("{"):
        place = where or name or "config"
        data = strict_json.parse(config.encode(errors="surrogatepass"), place)
    else:
        data, place = strict_json.load(Path(config)), str(config)
    return _model(Fields(data, place), name or stem(place))


def stem(where: str) -> str:
    """A model's name from its file: that of the folder for a plain config.json."""
    path = Path(where)
    return path.parent.name if path.stem == "config" and path.parent.name else path.stem


def _model(outer: Fields, name: str) -> Model:
    f = text_part(outer)
    hints.check(f)
    layers = _layers(f)
    context = f.first(*CONTEXT)
    formats = kv_format(outer, f), state_format(f)
    unread.refuse_unknown_attention(f, len(layers))
    unread_names = unread.suspicious(f)
    # After the search for misspelt names: what these two miss is no field that a cache needs.
    longest, left_out = made_for(f, context), drafts(f)
    return Model(
        name=name,
        layers=layers,
        context=context,
        made_for=longest,
        drafts=left_out,
        unknown_type=unknown_type(f),
        kv_format=formats[0],
        state_format=formats[1],
        reads=tuple(outer.reads.values()),
        unread=unread_names,
        assumed=tuple(outer.assumed),
    )


def _layers(f: Fields) -> tuple[Layer, ...]:
    count = layer_count(f)
    if families.nas.claims(f):
        return families.nas.layers(f, count.value)
    layout = layouts.layout(f, count.value)
    words = _last_is_full(f, layout.words)
    made: dict[tuple[Word, int], Layer] = {}
    layers = []
    for word, view in zip(words, views(f, count.value), strict=True):
        key = (word, id(view))
        if key not in made:
            made[key] = replace(families.layer(view, word), rule=layout.rule, reads=layout.reads)
        layers.append(made[key])
    return share(f, _own_index(f, tuple(layers)))


def _last_is_full(f: Fields, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Gemma 4's class makes the last layer full whatever its list says."""
    if words[-1] is Word.WINDOW and f.text("model_type") in ("gemma4_text", "gemma4_unified_text"):
        return (*words[:-1], Word.FULL)
    return words


def _own_index(f: Fields, layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """Latent layers that use an earlier layer's selection keep no index keys."""
    if not any(layer.index and layer.kind is Kind.MLA for layer in layers):
        return layers
    owners = mla.index_owners(f, len(layers))
    return tuple(
        layer if owns or layer.kind is not Kind.MLA else replace(layer, index=())
        for layer, owns in zip(layers, owners, strict=True)
    )


def changed(data: dict[str, Any], changes: dict[str, Any], name: str, *, where: str) -> Model:
    """The model of a config with some fields set; a dotted key goes into an object, a bare one into the
    text part.

    Raises  BadInput for a field that no rule read: setting it would change nothing
    """
    copy: dict[str, Any] = _copied(data)
    for key, value in changes.items():
        *outer, last = key.split(".")
        node = copy if outer else _text_object(copy)
        for step in outer:
            if not isinstance(node.get(step), dict):
                raise BadInput(f"{where}: cannot set {key}: {step} is not an object of this config")
            node = node[step]
        node[last] = value
    model = read(copy, name, where=where)
    read_paths = {read.path for read in model.reads}
    for key in changes:
        if not any(path == key or path.endswith(f".{key}") for path in read_paths):
            raise BadInput(f"{where}: {key} is set, and no rule reads it: the answer would not change")
    return model


def _copied(node: Any) -> Any:
    return {name: _copied(value) for name, value in node.items()} if isinstance(node, dict) else node


def _text_object(data: dict[str, Any]) -> dict[str, Any]:
    inner = next((data[name] for name in NESTED if isinstance(data.get(name), dict)), None)
    return data if inner is None else _text_object(inner)
