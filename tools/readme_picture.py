"""Draw the README's picture again: ``python tools/readme_picture.py``. A test says when it is out of date."""

from pathlib import Path

from attnmem import show

TARGET = Path(__file__).parent.parent / "book" / "_images" / "topk-gap.png"


def picture() -> bytes:
    """The first chapter's figure at its defaults."""
    return show.figure("topk-gap").png


if __name__ == "__main__":
    TARGET.write_bytes(picture())
