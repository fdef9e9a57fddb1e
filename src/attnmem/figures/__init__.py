"""Figures: records say what to draw, renderers draw it."""
