"""The book's derivations as a whole: all proved, all listed, and each formula named once."""

import inspect
import pkgutil
from importlib import import_module

import pytest
from sympy import Float, Symbol

import attnmem.theory
from attnmem.errors import BadInput
from attnmem.proof.record import Derivation, Formula
from attnmem.symbols import QUANTITIES, quantity
from attnmem.theory import DERIVATIONS, FORMULAS, derivation, formula

every = pytest.mark.parametrize("of", DERIVATIONS, ids=lambda d: d.key)
each_formula = pytest.mark.parametrize("f", FORMULAS, ids=lambda f: f.key)
HEADINGS = ("Bound", "Assumes", "Limits", "Source")


@every
def test_every_step_is_proved_or_quoted_and_the_statement_is_proved_for_all_sizes(of: Derivation, verified):
    found = verified[of.key]
    assert [f["step"] for f in found] == list(range(1, len(of.all_steps) + 1))
    assert {f["verdict"] for f in found} <= {"proved", "recorded"}
    assert (found[-1]["verdict"], found[-1]["scope"]) == ("proved", "all")


@every
def test_no_expression_holds_a_float(of: Derivation):
    sides = [side for step in of.all_steps for side in (step.left, step.right) if hasattr(side, "atoms")]
    assert not any(side.atoms(Float) for side in sides)


@every
def test_the_modules_docstring_is_its_abstract(of: Derivation):
    home = next(m for m in modules() if of in vars(m).values())
    text = inspect.getdoc(home) or ""
    assert all(f"\n{heading} " in text for heading in HEADINGS)


def modules() -> list:
    """The modules of the theory folder."""
    names = [found.name for found in pkgutil.iter_modules(attnmem.theory.__path__)]
    return [import_module(f"attnmem.theory.{name}") for name in names]


def test_every_derivation_of_every_module_is_listed():
    there = {id(v) for m in modules() for v in vars(m).values() if isinstance(v, Derivation)}
    assert there == {id(d) for d in DERIVATIONS}


def test_keys_are_unique():
    for registry in (DERIVATIONS, FORMULAS):
        keys = [entry.key for entry in registry]
        assert len(keys) == len(set(keys))


def test_derivations_come_after_those_they_rest_on():
    seen: list[Derivation] = []
    for d in DERIVATIONS:
        assert all(any(other is s for s in seen) for other in d.rests_on)
        seen.append(d)


@each_formula
def test_a_formula_speaks_of_declared_quantities_with_a_letter_each(f: Formula):
    idle = set(f.arguments) - f.expression.free_symbols
    assert f.expression.free_symbols <= set(f.arguments)
    assert not idle or "cancels" in f.title, idle
    assert all(quantity(argument) and f.letters[argument].alias for argument in f.arguments)


def test_one_letter_stands_for_one_quantity_in_a_chapter():
    letters: dict[tuple[str, str], Symbol] = {}
    for d in DERIVATIONS:
        for symbol, letter in d.letters.items():
            assert letters.setdefault((d.chapter, letter.alias), symbol) == symbol, letter


def test_a_key_that_is_not_there_names_the_nearest():
    with pytest.raises(BadInput, match="did you mean topk-gap"):
        derivation("topk-gip")
    with pytest.raises(BadInput, match="topk-kl-gap"):
        formula("topk-kl-gab")


def test_the_key_of_the_other_kind_says_where_to_look():
    with pytest.raises(BadInput, match="is a formula; the derivation topk-gap proves it"):
        derivation("topk-kl-gap")
    with pytest.raises(BadInput, match=r"is a derivation; its formulas: .*topk-kl-gap"):
        formula("topk-gap")


def test_quantities_are_declared_once():
    assert len({q.name for q in QUANTITIES}) == len(QUANTITIES)
