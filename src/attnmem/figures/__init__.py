"""Figures: records say what to draw, one table says where, renderers draw it."""

from attnmem.figures.figure import Figure
from attnmem.figures.sampling import Table, sample

__all__ = ["Figure", "Table", "sample"]
