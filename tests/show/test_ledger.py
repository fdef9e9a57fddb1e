"""Tables of the ledger's chapter: counted when shown, sortable, and what the prose works out by hand."""

import re
from pathlib import Path

import pytest
from sphinx.errors import SphinxError

from attnmem import ledger, show
from attnmem.errors import AttnmemError
from attnmem.figures import sample
from attnmem.ledger.ask import ask, model_of
from attnmem.ledger.wrong_cases import CASES
from attnmem.show.plans import PLANS
from attnmem.site.counts import counted, role

PAGE = (Path(__file__).parents[2] / "book" / "ledger.md").read_text(encoding="utf-8")


def test_every_bundled_model_has_a_row_whose_numbers_can_be_sorted():
    html = show.model_table().html
    assert "data-sortable" in html
    for name in ledger.bundled_names():
        assert f"<code>{name}</code>" in html
    assert html.count("<tr>") == 1 + len(ledger.bundled_names())
    assert html.count("<data value=") == 8 * len(ledger.bundled_names())
    assert "<button" not in html  # the script makes them; without it none is dead
    held = ledger.account(ledger.load("kimi-k3"), 2**17).held
    assert f'<data value="{float(held)!r}">{held:,}</data>' in html


def test_every_published_wrong_answer_stands_beside_another_number():
    text = str(show.wrong_answers())
    assert len(text.splitlines()) == len(CASES) + 2
    assert "874,496 | 35,136 | 24.9× high" in text


def test_the_articles_numbers_come_out():
    text = str(show.article())
    for number in ("2.305×", "3.513×", "1.855×", "5.639×", "576", "1,048,576"):
        assert number in text


def test_plans_have_the_costs_of_their_layers():
    text = str(show.plans())
    assert len(text.splitlines()) == len(PLANS) + 2
    for cost in ("25,769,803,776", "603,979,776", "34,144,256", "4,259,840", "9,660.1"):
        assert cost in text


def test_the_stack_worked_by_hand_is_what_the_command_counts():
    """The sizes that the page works out in prose."""
    found = ledger.account(model_of("2full(2,4)+1window(2,4,8)"), 20, page=16, tp=4)
    numbers = (found.held, found.growth, found.uniform, found.bytes_held(), found.bytes_allocated())
    assert numbers == (768, 32, 48, 1536, 2560)
    assert found.bytes_allocated(devices=4) == 1280
    for number in ("= 640", "= 128", "768", "= 32", "= 48", "= 1536", "= 2560", "1280 bytes"):
        assert number in PAGE


def test_every_count_on_the_page_can_be_made():
    asked = re.findall(r"\{count\}`([^`]+)`", PAGE)
    assert len(asked) > 20
    assert all(counted(text) for text in asked)


@pytest.mark.parametrize("text", ["kimi-k3 growht", "kimi-k4 growth", "kimi-k3 growth token=5", "kimi-k3"])
def test_a_question_that_cannot_be_answered_is_refused(text):
    with pytest.raises(AttnmemError, match=r"known|did you mean|need a form"):
        ask(text)


def test_a_wrong_count_stops_the_build_with_its_place():
    class Document:
        settings = type("S", (), {"env": type("E", (), {"docname": "book/ledger"})})

    inliner = type("I", (), {"document": Document})
    with pytest.raises(SphinxError, match="book/ledger, line 7"):
        role("count", "", "kimi-k3 growht", 7, inliner)


def test_a_model_of_ones_own_is_drawn_to_its_own_size():
    drawn = show.memory("69kda(96,128,128)+24mla(512,64)", tokens=2**18, batch=2, tp=8)
    assert [part.label for part in drawn.figure.marks[0].parts] == ["latents (MLA)", "fixed state"]
    found = ledger.account(model_of("69kda(96,128,128)+24mla(512,64)"), 2**18, batch=2, tp=8)
    total = sample(drawn.figure).readings[0].value
    assert total == found.bytes_allocated(devices=8) < float(drawn.figure.y.high)
    assert drawn.png.startswith(b"\x89PNG")


def test_copies_of_latents_are_told():
    text = str(show.by_devices("deepseek-v3.2"))
    assert [line.rpartition(" | ")[2] for line in text.splitlines()[2:]] == ["1", "2", "4", "8", "16"]
