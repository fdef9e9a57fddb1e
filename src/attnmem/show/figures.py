"""A figure to look at and to move: sliders in a notebook, a living picture on a page, an image elsewhere."""

import os
from functools import cached_property
from typing import Any

from attnmem.figures.figure import Figure
from attnmem.figures.records import figure as find
from attnmem.figures.sampling import sample

PAGE_MODE = "ATTNMEM_PAGE"


class FigureDisplay:
    """One figure in every form a front end may ask for; ``controls`` drives the notebook's form."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    @cached_property
    def controls(self) -> Any:
        """The notebook's sliders and image."""
        from attnmem.figures.renderers.notebook import Notebook

        return Notebook(self.figure)

    @property
    def html(self) -> str:
        """The page's form: picture, table and sentence, with controls that wait for the module."""
        from attnmem.figures.renderers.page import html

        return html(self.figure, sample(self.figure))

    @property
    def alone(self) -> str:
        """The same with its style sheet, for a front end that has neither widgets nor the book's styles."""
        from attnmem.figures.renderers.page import FOLDER, STYLE

        return f"<style>{(FOLDER / STYLE).read_text(encoding='utf-8')}</style>{self.html}"

    @property
    def png(self) -> bytes:
        """The picture with every slider at its start."""
        from attnmem.figures.renderers.picture import png

        return png(self.figure, sample(self.figure))

    def __str__(self) -> str:
        return f"{self.figure.title}. {sample(self.figure).sentence}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        metadata = {"image/png": {"width": 680}}
        bundle: dict[str, Any] = {"text/plain": str(self), "image/png": self.png}
        if os.environ.get(PAGE_MODE):
            return {**bundle, "text/html": self.html}, metadata
        widget = self.controls.widget._repr_mimebundle_()
        return {**widget, **bundle, "text/html": self.alone}, metadata


def figure(key: str) -> FigureDisplay:
    """The figure of that key.

    >>> print(figure("topk-gap"))  # doctest: +ELLIPSIS
    What keeping k of n keys can cost. Keeping 1,024 of 262,144 keys ...
    """
    return FigureDisplay(find(key))
