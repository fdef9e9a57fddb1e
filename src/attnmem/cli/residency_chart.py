"""A plan as a picture: HBM, link and waiting, step by step, each against its limit."""

import math

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from attnmem.residency.answer import Answer
from attnmem.residency.clock import Row

PANELS = (
    ("capacity", "bytes in HBM"),
    ("link", "bytes over the link"),
    ("hiding", "waiting, s"),
)


def draw(answer: Answer, path: str) -> None:
    """Write the picture; its language is the one the name ends in."""
    played = answer.solution.played
    assert played is not None
    figure = Figure(figsize=(7, 6), layout="constrained")
    for axes, (constraint, label) in zip(figure.subplots(len(PANELS), 1, sharex=True), PANELS, strict=True):
        _panel(axes, [row for row in played.rows if row.constraint == constraint], label)
    axes.set_xlabel("step")
    waits = f"{played.stall_s:.4g} s of waiting, {played.bytes_moved} bytes moved"
    figure.suptitle(f"{answer.verdict}: {waits}", fontsize="medium")
    figure.savefig(path)


def _panel(axes: Axes, rows: list[Row], label: str) -> None:
    """One line per subject (a tier, say), with its limit dashed where it has one."""
    for subject in dict.fromkeys(row.subject for row in rows):
        own = [row for row in rows if row.subject == subject]
        (line,) = axes.step(
            [row.step for row in own], [row.used for row in own], where="mid", marker=".", label=subject
        )
        limits = [row.limit for row in own]
        if all(math.isfinite(limit) for limit in limits):
            axes.step([row.step for row in own], limits, where="mid", linestyle="--", color=line.get_color())
    axes.set_ylabel(label)
    axes.set_ylim(bottom=0)
    axes.legend(fontsize="small")
