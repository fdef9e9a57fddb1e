"""What a reader should know beside the numbers: formats a config chose, what is left out, how far it goes."""

from attnmem.ledger.layer import Kind, Model
from attnmem.ledger.streams import Engine
from attnmem.ledger.strict_json import named
from attnmem.units import counted

KEEPS = {
    Engine.UNIFORM: "every token in every layer, windows included",
    Engine.UNPACKED: "latents as the keys and values of every query head",
}
READS = {
    Engine.UNIFORM: "; a step still reads the windows only",
    Engine.UNPACKED: "",
}


def decided(model: Model, kv_format: str | None, state_format: str | None) -> tuple[str, ...]:
    """Which formats the config itself chose, where none was asked for."""
    chosen = (("entries", kv_format, model.kv_format), ("recurrent state", state_format, model.state_format))
    return tuple(
        f"{what} in {named[0]}, as {named[1][0].path} says"
        for what, asked, named in chosen
        if asked is None and named is not None
    )


def beside(model: Model, tokens: int, engine: Engine) -> tuple[str, ...]:
    """The notes that depend on the question."""
    return (*_stranger(model), *_beyond(model, tokens), *_drafts(model), *_engine(engine))


def _stranger(model: Model) -> tuple[str, ...]:
    """That a class which no rule knows may keep something else than its field names say."""
    if model.unknown_type is None:
        return ()
    kinds = dict.fromkeys(str(layer.kind) for layer in model.layers if layer.kind is not Kind.NONE)
    read_as = "plain attention" if set(kinds) == {Kind.FULL} else f"layers of kind {', '.join(kinds)}"
    name = named(model.unknown_type)
    return (f"model_type is {name}, which no rule knows: read by its field names as {read_as}",)


def _beyond(model: Model, tokens: int) -> tuple[str, ...]:
    made = model.made_for
    if made is None or tokens <= made.value:
        return ()
    path = made.reads[0].path if len(made.reads) == 1 else made.formula
    return (
        f"{counted(tokens, 'tokens')}: more than the {made.value:,} that the model was made for ({path}); "
        "the count goes on, the model may not",
    )


def _drafts(model: Model) -> tuple[str, ...]:
    if model.drafts is None or not model.drafts.value:
        return ()
    layers = counted(model.drafts.value, "layers of multi-token prediction")
    verb = "is" if model.drafts.value == 1 else "are"
    return (f"{layers} ({model.drafts.reads[0].path}) {verb} left out of the count",)


def _engine(engine: Engine) -> tuple[str, ...]:
    if engine not in KEEPS:
        return ()
    return (
        f"engine {engine} keeps {KEEPS[engine]}: bytes are of what it keeps, elements of the payload unless "
        f"they say otherwise{READS[engine]}",
    )
