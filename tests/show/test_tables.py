"""Tables made from records say what the records say, and nothing in them becomes markup by accident."""

import re

import pytest

from attnmem import show
from attnmem.errors import BadInput
from attnmem.proof import operations
from attnmem.recording import load
from attnmem.show.formula import WRITTEN
from attnmem.show.markup import Raw, table
from attnmem.theory import DERIVATIONS, FORMULAS, derivation


def test_a_cell_is_escaped_unless_it_is_markup_on_purpose():
    made = table(("a",), [("n < k",), (Raw("<b>n</b>"),)], "a & b").html
    assert "n &lt; k" in made
    assert "<b>n</b>" in made
    assert "a &amp; b" in made


def test_a_table_scrolls_in_a_box_that_the_keyboard_reaches():
    made = show.table([{"a": 1}], caption="numbers").html
    assert 'tabindex="0"' in made
    assert 'role="region" aria-label="numbers"' in made


def test_a_long_table_says_that_it_was_cut():
    made = show.table({"a": list(range(100))}, caption="numbers")
    assert made.html.count("<tr>") == 21
    assert "first 20 rows" in made.html


def test_undefined_values_stay_empty_and_whole_ones_stay_whole():
    made = show.table([{"n": 1024, "looseness": float("nan")}])
    assert made.text.splitlines()[1] == "1,024"


def test_the_notation_holds_every_letter_of_every_derivation():
    text = show.notation().text
    for record in DERIVATIONS:
        for letter in record.letters.values():
            assert re.search(rf"^{re.escape(letter.alias)}: ", text, re.MULTILINE), (record.key, letter)


def test_a_question_leads_to_its_formula_and_a_wrong_key_is_refused():
    shown = show.lookup({"How far?": FORMULAS[0].key})
    assert f"<span>attnmem</span> <span>eval</span> <span>{FORMULAS[0].key}</span>" in shown.html
    with pytest.raises(BadInput, match="no formula"):
        show.lookup({"How far?": "no-such-key"})


def test_the_recorded_tables_have_a_line_for_each_budget():
    budgets = len(load().truncations)
    assert show.recorded_rows().html.count("<tr>") == budgets + 1
    assert show.recorded_cost().html.count("<tr>") == budgets + 1
    assert load().provenance["text"] in show.provenance().text


def test_the_twins_of_a_derivation_are_counted_and_none_escapes():
    shown = show.twins((derivation("topk-budget"),))
    assert re.match(r"\d+ wrong twins: \d+ refuted", shown.text)
    assert shown.text.splitlines()[0].endswith(" 0 missed")


def test_a_statement_wrong_in_print_is_shown_with_the_point_where_it_fails():
    shown = show.misprints("topk")
    wrong = [w for d in DERIVATIONS if d.chapter == "topk" for w in d.wrong]
    assert wrong
    assert shown.html.count('data-kind="refuted"') == len(wrong)
    assert shown.text.count(" against ") == len(wrong)


def test_every_operation_can_be_written():
    assert set(WRITTEN) == set(operations.OPERATIONS)


def test_a_display_offers_text_and_html():
    bundle = show.verdicts()._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/html"].startswith('<div class="attnmem">')
