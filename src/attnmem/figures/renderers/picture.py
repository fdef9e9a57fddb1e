"""The picture as bytes: SVG whose colours are the page's variables, and PNG for everything else."""

import re
from io import BytesIO, StringIO

from attnmem.errors import BadInput
from attnmem.figures.figure import Figure
from attnmem.figures.renderers.drawing import Drawing, Size, draw, house_style
from attnmem.figures.renderers.palette import LIGHT, sentinels
from attnmem.figures.renderers.shapes import pieces
from attnmem.figures.sampling import Table

_NUMBER = re.compile(r"-?\d+\.\d+")
_PATHS = re.compile(r' (d|x|y|transform|points)="([^"]*)"')


def svg(figure: Figure, table: Table, size: Size) -> str:
    """An ``<svg>`` element to put into a page; every id starts with the figure's key and the size's name.

    Raises  BadInput if a mark that the page moves has nothing to show at the start, and so nothing to move
    """
    for piece in pieces(figure, table):
        if piece.kind == "dots" and not len(piece.x):
            raise BadInput(
                f"figure {figure.key!r}: {piece.name!r} starts outside the picture; start elsewhere"
            )
    with house_style():
        drawing = draw(figure, table, size, sentinels())
        text = StringIO()
        drawing.canvas.savefig(
            text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
    return _tidy(text.getvalue(), f"{figure.key}-{size.name.lower()}", size)


def png(figure: Figure, table: Table, size: Size = Size.WIDE, scale: float = 2.0) -> bytes:
    """The picture on white paper, ``scale`` dots to a pixel."""
    with house_style():
        drawing = draw(figure, table, size, LIGHT)
        data = BytesIO()
        drawing.canvas.savefig(
            data, format="png", dpi=72 * scale, facecolor=LIGHT["paper"], metadata={"Software": None}
        )
    return data.getvalue()


def box(drawing: Drawing, size: Size) -> tuple[float, float, float, float]:
    """Where the axes lie in the picture, in its own pixels: left, top, width, height."""
    width, height, _ = size.value
    at = drawing.axes.get_position()
    return at.x0 * width, (1 - at.y1) * height, at.width * width, at.height * height


def _tidy(text: str, prefix: str, size: Size) -> str:
    width, height, _ = size.value
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->\n? *", "", text, flags=re.S)
    text = re.sub(r" *<metadata>.*?</metadata>\n", "", text, flags=re.S)
    text = re.sub(r"<defs>\s*<style[^>]*>\*\{[^}]*\}</style>\s*</defs>", "", text)
    text = re.sub(
        r"<svg[^>]*>",
        f'<svg viewBox="0 0 {width} {height}" class="fig-svg fig-{size.name.lower()}" role="img">',
        text,
        count=1,
    )
    text = re.sub(r'\bid="([^"]+)"', rf'id="{prefix}-\1"', text)
    text = re.sub(r'(?:xlink:)?href="#([^"]+)"', rf'href="#{prefix}-\1"', text)
    text = text.replace("url(#", f"url(#{prefix}-")
    text = re.sub(
        r"font(?:-family)?: ?([\d.]+px)? ?'DejaVu Sans'[^;\"]*",
        lambda m: f"font-size: {m[1]}" if m[1] else "",
        text,
    )
    text = re.sub(r' transform="rotate\(-0 [^"]*\)"', "", text)  # a turn by nothing, said on every text
    text = text.replace("px; ; ", "px; ")
    text = re.sub(r">\s+<", "><", text)
    text = text.replace("; stroke-linejoin: miter", "")  # what SVG does anyway, said on every dot
    for role, colour in sentinels().items():
        text = text.replace(colour, f"var(--fig-{role})")
    return _PATHS.sub(lambda m: f' {m[1]}="{_short(m[2])}"', text).strip()


def _short(numbers: str) -> str:
    """Coordinates to a hundredth of a pixel."""
    shorter = _NUMBER.sub(lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), numbers)
    return " ".join(shorter.split())
