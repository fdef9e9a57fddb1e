"""One letter or number per layer: ``hybrid_override_pattern``, ``hybrid_layer_pattern``, ``attn_type_list``.

Source  the hub files of Nemotron-H (M recurrent, * attention, - and E without cache), MiMo-V2 (1 local) and
        MiniMax-M1 (1 full, 0 lightning); EXAONE 4 writes its rhythm as letters in ``sliding_window_pattern``
"""

from attnmem.errors import NotUnderstood
from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.layouts.words import Layout, Word
from attnmem.ledger.strict_json import joined

LETTERS = {"M": Word.LINEAR, "*": Word.FULL, "-": Word.NONE, "E": Word.NONE}
RHYTHM = {"L": Word.WINDOW, "G": Word.FULL}
NUMBERS = {
    "hybrid_layer_pattern": (Word.FULL, Word.WINDOW),
    "attn_type_list": (Word.LINEAR, Word.FULL),
}


def layout(f: Fields, layers: int) -> Layout | None:
    """The layout if one of the patterns is there."""
    pattern = f.text("hybrid_override_pattern")
    if pattern is not None:
        cut_to_depth(f, "hybrid_override_pattern", len(pattern), layers)
        words = tuple(_letter(f, "hybrid_override_pattern", at, LETTERS) for at in range(layers))
        return Layout(words, "hybrid_override_pattern", f.read("hybrid_override_pattern"))
    for name, meaning in NUMBERS.items():
        if name in f:
            return _numbered(f, name, meaning, layers)
    return None


def rhythm(f: Fields, name: str, layers: int) -> Layout:
    """Letters repeated over the depth, L local and G global."""
    text = f.text(name) or ""
    if not text:
        raise f.fail(name, "at least one letter")
    once = tuple(_letter(f, name, at, RHYTHM) for at in range(len(text)))
    return Layout(
        tuple(once[at % len(once)] for at in range(layers)), f"{name} = {text}, repeated", f.read(name)
    )


def _letter(f: Fields, name: str, at: int, letters: dict[str, Word]) -> Word:
    letter = (f.text(name) or "")[at]
    if letter not in letters:
        raise NotUnderstood(
            f"{f.where}: {joined(f.path, name)}[{at}] is {letter!a}; known letters: {' '.join(letters)}"
        )
    return letters[letter]


def _numbered(f: Fields, name: str, meaning: tuple[Word, Word], layers: int) -> Layout:
    numbers = f.wholes(name) or ()
    cut_to_depth(f, name, len(numbers), layers)
    for at, number in enumerate(numbers[:layers]):
        if number > 1:
            raise f.unclear(
                f"{name}[{at}]", f"{number} says no layer type; 0 is {meaning[0]} and 1 is {meaning[1]}"
            )
    return Layout(tuple(meaning[number] for number in numbers[:layers]), name, f.read(name))
