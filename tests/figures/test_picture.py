"""Pictures: stable bytes, ids of their own, colours as variables, text as text, readable contrast."""

import json
import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import matplotlib
import numpy as np
import pytest

from attnmem.errors import BadInput
from attnmem.figures import sample
from attnmem.figures.records import FIGURES
from attnmem.figures.renderers.drawing import Size, draw, house_style
from attnmem.figures.renderers.page import FOLDER, html, plan
from attnmem.figures.renderers.palette import LIGHT, sentinels
from attnmem.figures.renderers.picture import box, png, svg
from attnmem.figures.renderers.shapes import pieces

from .plates import PLATES

ALL = (*FIGURES, *PLATES)
each = pytest.mark.parametrize("figure", ALL, ids=lambda figure: figure.key)
sizes = pytest.mark.parametrize("size", Size)


@cache
def picture_of(figure, size):
    return svg(figure, sample(figure), size)


@each
@sizes
def test_the_same_bytes_every_time(figure, size):
    assert svg(figure, sample(figure), size) == picture_of(figure, size)


@each
@sizes
def test_the_same_pixels_every_time(figure, size):
    assert png(figure, sample(figure), size) == png(figure, sample(figure), size)


@each
@sizes
def test_every_moving_piece_has_an_element_of_its_own(figure, size):
    tree = ElementTree.fromstring(picture_of(figure, size))
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    assert all(name.startswith(f"{figure.key}-{size.name.lower()}-") for name in ids)
    inner = {"line": "path", "area": "path", "dots": "use", "text": "text"}
    for piece in pieces(figure, sample(figure)):
        (group,) = (e for e in tree.iter() if e.get("id") == f"{figure.key}-{size.name.lower()}-{piece.name}")
        assert [e for e in group.iter() if e.tag.endswith(inner[piece.kind])], piece.name


@each
@sizes
def test_no_colour_is_fixed_and_text_stays_text(figure, size):
    picture = picture_of(figure, size)
    assert not re.search(r"#[0-9a-f]{6}\b", picture)
    assert "<text" in picture
    assert "DejaVu" not in picture
    smallest = min(float(found) for found in re.findall(r"font-size: ([\d.]+)px", picture))
    narrowest = {Size.NARROW: 328, Size.WIDE: 620}[size]  # columns of a 360 px telephone and of the switch
    assert smallest * narrowest / size.value[0] >= 11


def test_dots_that_start_outside_are_refused():
    """There would be nothing for the page to move."""
    with pytest.raises(BadInput, match="'here' starts outside the picture"):
        svg(FIGURES[0], sample(FIGURES[0], {"n": 256, "k": 1024}), Size.WIDE)


@each
def test_settings_are_left_as_they_were_found(figure):
    before = dict(matplotlib.rcParams)
    svg(figure, sample(figure), Size.WIDE)
    assert dict(matplotlib.rcParams) == before


def test_the_curve_in_the_picture_is_the_table():
    figure = FIGURES[0]
    table = sample(figure)
    tree = ElementTree.fromstring(svg(figure, table, Size.WIDE))
    (group,) = (e for e in tree.iter() if e.get("id") == f"{figure.key}-wide-kl")
    (path,) = (e for e in group.iter() if e.tag.endswith("path"))
    drawn = np.array(re.findall(r"-?[\d.]+", path.get("d")), dtype=float).reshape(-1, 2)
    with house_style():
        left, top, width, height = box(draw(figure, table, Size.WIDE, LIGHT), Size.WIDE)
    low, high = np.log10(figure.y.limits)
    y = top + height * (1 - (np.log10(table.columns["kl.y"]) - low) / (high - low))
    assert drawn[:, 0] == pytest.approx(left + width * table.x / 20, abs=0.02)
    assert drawn[:, 1] == pytest.approx(y, abs=0.02)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def style_sheet_colours(selector):
    sheet = (FOLDER / "figure.css").read_text()
    block = sheet[sheet.index(selector) :].split("}")[0]
    return dict(re.findall(r"--fig-([\w-]+): (?:var\([\w-]+, )?(#[0-9a-f]{6})", block))


def test_the_style_sheet_has_the_picture_s_colours():
    light = style_sheet_colours("\n.attnmem-figure {")
    assert {role: light.get(role) for role in LIGHT} == LIGHT
    assert set(style_sheet_colours('html[data-theme="dark"]')) == set(light)
    assert len(set(sentinels().values())) == len(LIGHT)


@pytest.mark.parametrize("selector", ["\n.attnmem-figure {", 'html[data-theme="dark"]'])
def test_contrast(selector):
    colours = style_sheet_colours(selector)
    for paper in (colours["paper"], colours["ground"]):
        assert contrast(colours["ink"], paper) >= 7
        assert contrast(colours["muted"], paper) >= 4.5
        for role in (r for r in colours if r.startswith(("series", "guide", "good"))):
            assert contrast(colours[role], paper) >= 3, role
    for grade in range(1, 6):
        text = colours["paper" if grade > 3 else "ink"]
        assert contrast(colours[f"grade-{grade}"], text) >= 4.5, grade


@each
def test_the_page_is_whole_without_a_script(figure):
    page = html(figure, sample(figure))
    assert "<table>" in page
    assert sample(figure).sentence.split("<")[0] in page
    drawn = plan(figure, sample(figure))
    tables = (*drawn["marks"], *drawn["counted"])
    measured = sum(len(json.dumps([each.get("rows", []), each.get("names", [])])) for each in tables)
    assert len(page) - measured < 60_000
    live = re.findall(r'<div class="fig-live[^>]*>', page)
    assert live
    assert all("hidden" in tag for tag in live)
    assert "onclick" not in page
    assert re.findall(r"<script([^>]*)>", page) == [' type="application/json" class="fig-plan"']
