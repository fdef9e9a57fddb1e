"""The figure as HTML: complete without a script, ready to be moved by one."""

import json
from collections.abc import Iterator
from html import escape

import numpy as np

from attnmem.figures.figure import Figure
from attnmem.figures.marks import Bars, Cells, Mark, Trials, measured
from attnmem.figures.measured import rows
from attnmem.figures.numerals import numeral
from attnmem.figures.renderers.drawing import Size
from attnmem.figures.renderers.page.plan import is_scatter, plan, reading_places, table_columns
from attnmem.figures.renderers.picture import svg
from attnmem.figures.sampling import Table

ROWS = 11  # of the table under the picture; the CSV has every sampled place


def html(figure: Figure, table: Table) -> str:
    """Picture, controls, read-outs, sentence and table; the controls stay hidden until the module runs."""
    return "\n".join(_parts(figure, table))


def _parts(figure: Figure, table: Table) -> Iterator[str]:
    key = figure.key
    yield f'<figure class="attnmem-figure" id="fig-{key}" aria-labelledby="fig-{key}-title">'
    yield f'<figcaption class="fig-title" id="fig-{key}-title">{escape(figure.title)}</figcaption>'
    yield '<div class="fig-picture">'
    for size in Size:
        name = f'role="img" aria-labelledby="fig-{key}-title fig-{key}-says"'
        yield svg(figure, table, size).replace('role="img"', name, 1)
    yield '<div class="fig-tip" hidden></div></div>'
    yield from _controls(figure, table)
    if table.readings:
        pairs = (
            f'<div><dt>{escape(r.label)}</dt><dd data-reading="{r.key}">{escape(r.text)}</dd></div>'
            for r in table.readings
        )
        yield f'<dl class="fig-readings simple">{"".join(pairs)}</dl>'
    yield f'<p class="fig-says" id="fig-{key}-says" aria-live="polite">{escape(table.sentence)}</p>'
    yield f'<p class="fig-notes">{escape(" ".join(table.notes))}</p>'
    yield from _tools(figure)
    yield f'<div class="fig-table" id="fig-{key}-table">{_table(figure, table)}{_sources(figure)}</div>'
    data = json.dumps(plan(figure, table), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    data = data.replace("</", "<\\/")
    yield f'<script type="application/json" class="fig-plan">{data}</script>'
    yield "</figure>"


def _controls(figure: Figure, table: Table) -> Iterator[str]:
    group = f'role="group" aria-label="Controls: {escape(figure.title)}"'
    yield f'<div class="fig-live fig-controls" {group} hidden>'
    for control in figure.sliders:
        name, q, stops = figure.alias(control.symbol), control.quantity, figure.stops(control)
        value = table.state[control.symbol]
        text = escape(control.shown(value))
        at = f'min="0" max="{len(stops) - 1}" step="1" value="{stops.index(value)}"'
        identity = f"fig-{figure.key}-{name}"
        yield '<div class="fig-control">'
        letter = "" if control.names else f"<i>{escape(figure.letter(control.symbol))}</i> "
        label = f"{letter}{escape(control.label or q.meaning)}"
        yield f'<label for="{identity}">{label}</label>'
        if control.names:
            options = "".join(
                f'<option value="{i}"{" selected" if stop == value else ""}>{escape(word)}</option>'
                for i, (stop, word) in enumerate(zip(stops, control.names, strict=True))
            )
            yield f'<select id="{identity}" data-slider="{name}">{options}</select></div>'
            continue
        yield f'<span class="fig-value" data-value="{name}">{text}</span>'
        yield f'<input type="range" id="{identity}" data-slider="{name}" {at} aria-valuetext="{text}"></div>'
    follows = figure.x.symbol is not None and figure.x.symbol not in table.state
    if follows or is_scatter(figure):
        identity = f"fig-{figure.key}-cursor"
        label = "read the dots from left to right"
        if figure.x.symbol is not None:
            label = f"read the curves at <i>{escape(figure.letter(figure.x.symbol))}</i>"
        yield f'<div class="fig-control"><label for="{identity}">{label}</label>'
        at = f'min="0" max="{reading_places(figure, table) - 1}" step="1"'
        yield '<span class="fig-value" data-read></span>'
        yield f'<input type="range" id="{identity}" data-cursor {at}></div>'
    yield '<div class="fig-presets">'
    for index, preset in enumerate(figure.presets):
        what = f'data-preset="{index}" aria-pressed="false" title="{escape(preset.source, quote=True)}"'
        yield f'<button type="button" {what}>{escape(preset.label)}</button>'
    yield '<button type="button" class="fig-quiet" data-action="reset">Reset</button></div>'
    yield "</div>"


def _tools(figure: Figure) -> Iterator[str]:
    yield '<div class="fig-live fig-tools" hidden>'
    controls = f'aria-expanded="false" aria-controls="fig-{figure.key}-table"'
    yield f'<button type="button" data-action="table" {controls}>Table</button>'
    if figure.x.symbol is not None or is_scatter(figure):
        yield '<button type="button" data-action="csv">CSV</button>'
    yield '<button type="button" data-action="png">PNG</button></div>'


def _table(figure: Figure, table: Table) -> str:
    caption = f"<caption>{escape(figure.title)}: the numbers behind the picture</caption>"
    columns = table_columns(figure)
    parts = []
    if columns:
        head = "".join(f'<th scope="col">{escape(label)}</th>' for label, _ in columns)
        places = np.unique(np.linspace(0, len(table.x) - 1, ROWS).round().astype(int))
        body = "".join(_row(table, columns, int(i)) for i in places)
        parts.append(f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
    lanes = [mark for mark in figure.marks if isinstance(mark, Bars)]
    if lanes:
        parts.append(_lanes(figure, table, lanes))
    parts.extend(_cells(figure, table, grid) for grid in _grids(figure))
    parts.extend(_trials(figure, table, mark) for mark in figure.marks if isinstance(mark, Trials))
    return "".join(
        f'<div class="fig-scroll" tabindex="0" role="region" aria-label="Table">{part}</div>'
        for part in parts
    )


def _row(table: Table, columns: list[tuple[str, str]], index: int) -> str:
    cells = "".join(
        f'<td data-column="{name}" data-row="{index}">{numeral(float(table.columns[name][index]))}</td>'
        for _, name in columns[1:]
    )
    return f'<tr><th scope="row">{numeral(float(table.x[index]))}</th>{cells}</tr>'


def _lanes(figure: Figure, table: Table, lanes: list[Bars]) -> str:
    """When the first bars of each lane begin and end."""
    told = f"{figure.title}: when the first bars begin and end, {figure.x.label}, {figure.x.unit}"
    columns = [(mark, end) for mark in lanes for end in ("from", "to")]
    head = "".join(f'<th scope="col">{escape(mark.label)}, {end}</th>' for mark, end in columns)
    body = ""
    for i in range(min(ROWS, *(mark.times for mark in lanes))):
        cells = "".join(
            f'<td data-column="{mark.key}.{end}" data-row="{i}">'
            f"{numeral(float(table.columns[f'{mark.key}.{end}'][i]))}</td>"
            for mark, end in columns
        )
        body += f'<tr><th scope="row">{i + 1}</th>{cells}</tr>'
    return (
        f"<table><caption>{escape(told)}</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _grids(figure: Figure) -> list[list[Cells]]:
    """The grids that one table holds: columns that stand side by side, each a grid of its own, are one."""
    found: list[list[Cells]] = []
    for mark in figure.marks:
        if not isinstance(mark, Cells):
            continue
        joins = found and len(mark.columns) == len(found[-1][-1].columns) == 1
        if joins and mark.rows == found[-1][-1].rows:
            found[-1].append(mark)
        else:
            found.append([mark])
    return found


def _cells(figure: Figure, table: Table, grid: list[Cells]) -> str:
    """Rows and columns as in the picture."""
    first = grid[0]
    title = figure.title if len(grid) > 1 else first.label or figure.title
    told = "; ".join(filter(None, (f"{title}: {figure.y.label} against {figure.x.label}", _origin(first))))
    columns = [(mark, c, place.label) for mark in grid for c, place in enumerate(mark.columns)]
    words = (figure.y.label, *(label for _, _, label in columns))
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in words)
    body = ""
    for r, place in enumerate(first.rows):
        cells = "".join(
            f'<td data-column="{mark.key}.value" data-row="{r * len(mark.columns) + c}">'
            f"{numeral(float(table.columns[f'{mark.key}.value'][r][c]))}</td>"
            for mark, c, _ in columns
        )
        body += f'<tr><th scope="row">{escape(place.label)}</th>{cells}</tr>'
    return (
        f"<table><caption>{escape(told)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _trials(figure: Figure, table: Table, mark: Trials) -> str:
    how = f"{mark.table.title}: {_origin(mark)}"
    names = ("middle", "low", "high") if mark.table.spread else ("middle",)
    things = [seen.name for seen in next(iter(rows(mark.table).values()))]
    first = (escape(figure.x.label),) if not any(things) else ("", escape(figure.x.label))
    words = (*first, *_headings(mark, names)) if not any(things) else (*first, escape(figure.y.label))
    head = "".join(f'<th scope="col">{w}</th>' if w else "<td></td>" for w in words)
    body = ""
    for i, at in enumerate(table.columns[f"{mark.key}.x"]):
        numbers = ((name, float(table.columns[f"{mark.key}.{name}"][i])) for name in names)
        cells = "".join(
            f'<td data-column="{mark.key}.{name}" data-row="{i}">{numeral(number)}</td>'
            for name, number in numbers
        )
        place = numeral(float(at))
        if things[i]:
            cells = f'<td data-column="{mark.key}.x" data-row="{i}">{place}</td>{cells}'
        body += f'<tr><th scope="row">{escape(things[i]) or place}</th>{cells}</tr>'
    return (
        f"<table><caption>{escape(how)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _origin(mark: Mark) -> str:
    """How a measured table was made, what its whiskers reach to, and what it was measured on."""
    table = measured(mark)
    return "; ".join(filter(None, (table.how, table.spread, table.source))) if table else ""


def _headings(mark: Trials, names: tuple[str, ...]) -> tuple[str, ...]:
    return names if mark.table.spread else (escape(mark.label),)


def _sources(figure: Figure) -> str:
    if not figure.presets:
        return ""
    of: dict[str, list[str]] = {}
    for preset in figure.presets:
        of.setdefault(preset.source, []).append(escape(preset.label))
    named = "; ".join(f"{', '.join(labels)}: {escape(source)}" for source, labels in of.items())
    return f'<p class="fig-sources">Presets: {named}.</p>'
