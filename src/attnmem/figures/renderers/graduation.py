"""How an axis is graduated: its scale, its limits, round places and what they are called."""

from math import ceil, floor, log2, log10

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, MaxNLocator

from attnmem.figures.figure import Axis
from attnmem.figures.numerals import STEP, measure, numeral, power_of_ten, prefix
from attnmem.figures.renderers.shapes import Limits
from attnmem.symbols import Scale

LONG = 14  # 2 to that power has five digits


def titled(axis: Axis) -> str:
    """The words beside an axis; bytes say their unit at every place."""
    return axis.label if axis.unit in ("1", "B") else f"{axis.label}, {axis.unit}"


def graduate(axes: Axes, direction: str, axis: Axis, limits: Limits) -> tuple[list[float], list[str]]:
    """Give one direction its scale, limits and named places, which are returned."""
    chosen = getattr(axes, f"{direction}axis")
    if axis.scale is not Scale.LINEAR and chosen.get_scale() != "log":
        getattr(axes, f"set_{direction}scale")("log", base=2 if axis.scale is Scale.LOG2 else 10)
    getattr(axes, f"set_{direction}lim")(*limits)
    places, names = _ticks(axis, limits)
    chosen.set_major_locator(FixedLocator(places))
    chosen.set_minor_locator(FixedLocator([]))
    chosen.set_ticklabels(names)
    return places, names


def _ticks(axis: Axis, limits: Limits) -> tuple[list[float], list[str]]:
    low, high = limits
    if axis.names:
        return [i + 0.5 for i, _ in enumerate(axis.names)], list(axis.names)
    if axis.scale is Scale.LINEAR:
        unit = float(STEP ** prefix(high)) if axis.unit == "B" else 1.0
        even = unit * np.asarray(MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(low / unit, high / unit))
        places = [float(v) for v in even if low <= v <= high]
        return places, [measure(v, "B") if axis.unit == "B" else numeral(v) for v in places]
    base, logarithm = (2, log2) if axis.scale is Scale.LOG2 else (10, log10)
    first, last = ceil(logarithm(low) - 1e-9), floor(logarithm(high) + 1e-9)
    every = max(1, ceil((last - first) / 6))
    powers = [p for p in range(first, last + 1) if p % every == 0]
    places = [float(base) ** p for p in powers]
    if axis.unit == "B":
        return places, [measure(v, "B") for v in places]
    if base == 10:
        return places, [_power_of_ten(p) for p in powers]
    long = (
        max(powers, default=0) >= LONG
    )  # then all of them are written as powers, so that they can be compared
    return places, [_power_of_two(p, long) for p in powers]


def _power_of_ten(exponent: int) -> str:
    return numeral(10.0**exponent) if -2 <= exponent <= 3 else power_of_ten(exponent)


def _power_of_two(exponent: int, raised: bool) -> str:
    return "2" + power_of_ten(exponent)[2:] if raised else numeral(2.0**exponent, whole=exponent >= 0)
