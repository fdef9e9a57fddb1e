"""Ten thousand command lines: each ends in the right number or in one line and exit 2.

The oracle shares nothing with the command: Python's own ``ast`` reads the values (parsed, never run), and the
formulas are written out by hand for mpmath.
"""

import ast
import random
import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from mpmath import mp, mpf

from attnmem.cli import main

SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12} | {
    f"{letter}i": 2 ** (10 * power) for power, letter in enumerate("KMGT", start=1)
}
DIGITS = r"(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?"
LITERAL = re.compile(rf"(?<![\w.])({DIGITS})([A-Za-z]*)", re.ASCII)
ALPHABET = "0123456789.eE+-*/^()_=kMGTi nKDelta,'\"\n\t\\é٣∞-#%$&;:"


class Unreadable(Exception):
    """The oracle's parser takes the text for no number."""


class Skipped(Exception):
    """The oracle gives up: too large for plain fractions; the command may refuse it or answer."""


def read(text: str) -> Fraction:
    """The number a text writes, by way of Python's grammar."""
    values: list[Fraction] = []

    def named(match: re.Match[str]) -> str:
        digits, suffix = match[1], match[2]
        if suffix not in SUFFIXES or re.search(r"__|_$|_\.|\._|_[eE]|^_", digits):
            raise Unreadable(text)
        if re.search(r"[eE][+-]?\d{4,}", digits) or len(digits) > 1000:
            raise Skipped
        values.append(Fraction(digits.replace("_", "")) * SUFFIXES[suffix])
        return f" v{len(values) - 1} "

    if re.search(r"[^0-9A-Za-z_.+\-*/^()\s]", text) or re.search(r"//|\bv\d", text):
        raise Unreadable(text)
    prepared = LITERAL.sub(named, " ".join(text.split())).replace("^", "**").strip()
    try:
        return value(ast.parse(prepared, mode="eval").body, values)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        raise Unreadable(text) from None


def value(node: ast.AST, values: list[Fraction]) -> Fraction:
    if isinstance(node, ast.Name) and re.fullmatch(r"v\d+", node.id):
        return values[int(node.id[1:])]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd | ast.USub):
        inner = value(node.operand, values)
        return -inner if isinstance(node.op, ast.USub) else inner
    if not isinstance(node, ast.BinOp):
        raise Unreadable
    left, right = value(node.left, values), value(node.right, values)
    if isinstance(node.op, ast.Pow):
        if right.denominator != 1:
            raise Unreadable
        if abs(right) * max(left.numerator.bit_length(), left.denominator.bit_length()) > 10_000:
            raise Skipped
        return left ** int(right)
    operations: dict[type, Callable[[Fraction, Fraction], Fraction]] = {
        ast.Add: lambda a, b: a + b,
        ast.Sub: lambda a, b: a - b,
        ast.Mult: lambda a, b: a * b,
        ast.Div: lambda a, b: a / b,
    }
    if type(node.op) not in operations:
        raise Unreadable
    return operations[type(node.op)](left, right)


def real(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def gap_needed(n: Fraction, k: Fraction, e: Fraction) -> mpf:
    return max(mpf(0), mp.log(real((n - k) / k)) - mp.log(mp.expm1(real(e))))


COUNTS = {"n": "n", "key_count": "n", "k": "k", "kept_count": "k"}
GAP = COUNTS | {"Delta": "Delta", "score_gap": "Delta"}
BUDGET = {"epsilon": "epsilon", "kl_budget": "epsilon"}


def kept(n: Fraction, k: Fraction) -> bool:
    return n.denominator == k.denominator == 1 and 1 <= k < n


FORMULAS = {
    "topk-kl-gap": (
        GAP,
        lambda n, k, Delta: kept(n, k) and Delta >= 0,
        lambda n, k, Delta: mp.log1p(real((n - k) / k) * mp.exp(-real(Delta))),
    ),
    "topk-tail-gap": (
        GAP,
        lambda n, k, Delta: kept(n, k) and Delta >= 0,
        lambda n, k, Delta: 1 / (1 + real(k / (n - k)) * mp.exp(real(Delta))),
    ),
    "topk-kl-tail": (
        {"tau": "tau", "tail_mass": "tau"},
        lambda tau: 0 <= tau < 1,
        lambda tau: -mp.log(real(1 - tau)),
    ),
    "topk-tail-budget": (BUDGET, lambda epsilon: epsilon >= 0, lambda epsilon: -mp.expm1(-real(epsilon))),
    "topk-gap-needed": (
        COUNTS | BUDGET,
        lambda n, k, epsilon: kept(n, k) and epsilon > 0,
        lambda n, k, epsilon: gap_needed(n, k, epsilon),
    ),
}


def expected(key: str, words: list[str]) -> mpf | None:
    """The true value, or None where the command must refuse."""
    if key not in FORMULAS:
        return None
    names, inside, formula = FORMULAS[key]
    given: dict[str, Fraction] = {}
    skipped = False
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in names or names[name] in given:
            return None
        try:
            given[names[name]] = read(text)
        except Unreadable:
            return None
        except Skipped:
            skipped, given[names[name]] = True, Fraction(1)
    if set(given) != set(names.values()):
        return None
    if skipped:
        raise Skipped
    if not inside(**given):
        return None
    bits = sum(x.numerator.bit_length() + x.denominator.bit_length() for x in given.values())
    with mp.workprec(300 + 2 * bits):
        return +formula(**given)


def written(x: Fraction, rng: random.Random) -> str:
    """One of the ways to write a number."""
    p, q = x.numerator, x.denominator
    ways = [f"{p}/{q}" if q != 1 else f"{p}", f"({p})/{q}", f"+{p}/{q}", f" {p} / {q} "]
    if q == 1:
        ways += [f"{p:_}", f"{p}.0", f"{p}e0", f"{p * 10}e-1"]
        for suffix, size in SUFFIXES.items():
            if p and p % size == 0:
                ways.append(f"{p // size}{suffix}")
        if p > 1 and p & (p - 1) == 0:
            ways += [f"2**{p.bit_length() - 1}", f"2^{p.bit_length() - 1}"]
    return rng.choice(ways)


def drawn(name: str, rng: random.Random) -> str:
    """A value of mostly the right kind."""
    if rng.random() < 0.05:
        return rng.choice(
            ["", "inf", "nan", "1e999999", "9**9**9", "1/0", "0x10", "1,5", "-", "1e400", "2**-1074"]
        )
    if name in ("n", "k"):
        size = rng.choice([1, 4, 10, 20, 40]) if name == "n" else rng.choice([1, 2, 8, 12])
        return written(
            Fraction(rng.choice([2**size, rng.randint(0, 2**size), rng.randint(1, 9) * 1000])), rng
        )
    kinds = [
        Fraction(rng.randint(0, 10**6), 10**6),
        Fraction(rng.randint(1, 9), 10 ** rng.randint(0, 60)),
        1 - Fraction(1, 2 ** rng.randint(1, 80)),
        Fraction(rng.randint(0, 800)),
        Fraction(rng.randint(-10, 10), rng.randint(1, 9)),
    ]
    return written(rng.choice(kinds), rng)


def mutated(word: str, rng: random.Random) -> str:
    """One to three characters put in, taken out or replaced."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(word))
        word = word[:at] + rng.choice(ALPHABET) * rng.randint(0, 1) + word[at + rng.randint(0, 1) :]
    return word


def case(rng: random.Random) -> tuple[str, list[str]]:
    key = rng.choice(list(FORMULAS))
    names = FORMULAS[key][0]
    wanted = dict.fromkeys(names.values())
    words = [f"{rng.choice([a for a in names if names[a] == name])}={drawn(name, rng)}" for name in wanted]
    fate = rng.random()
    if fate < 0.3:
        at = rng.randrange(len(words))
        words[at] = mutated(words[at], rng)
    elif fate < 0.4:
        words += [rng.choice(words)]
    elif fate < 0.45:
        words.pop(rng.randrange(len(words)))
    elif fate < 0.5:
        key = mutated(key, rng)
    rng.shuffle(words)
    return key, words


def told(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    try:
        code = main(["eval", *words])
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, *capsys.readouterr()


def check(
    words: list[str], key: str, pairs: list[str], digits: int | None, told: tuple[int, str, str]
) -> bool:
    """Whether a command line was answered, which is a value; a wrong answer or a wrong refusal raises."""
    code, out, err = told
    if code == 2:
        assert out == ""
        assert re.fullmatch(r"[^\n]+\n", err), err
    else:
        assert (code, err) == (0, ""), err
    try:
        truth = expected(key, pairs)
    except Skipped:
        return code == 0
    if truth is None:
        assert code == 2, f"{words} was answered: {out}"
        return False
    if code == 2:
        assert "out of reach" in err, f"{words} was refused: {err}"
        return False
    assert re.fullmatch(r"-?\d+(\.\d+)?(e[+-]\d+)?\n", out), out
    normal = digits is None and (truth == 0 or -1021 <= mp.mag(truth) <= 1024)
    with mp.workdps(400):
        error = abs((mpf(float(out)) if normal else mpf(out.strip())) - truth)
        assert error <= abs(truth) * (mpf(2) ** -53 if normal else mpf(10) ** (1 - (digits or 17)) / 2), words
    return True


@pytest.mark.parametrize("seed", range(4))
def test_every_command_line_ends_in_the_right_number_or_in_one_line(
    seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    answered = 0
    for _ in range(2500):
        key, pairs = case(rng)
        digits = rng.choice([None, None, 1, 5, 30, 60])
        words = [key, *pairs] + (["--digits", str(digits)] if digits else [])
        if any(word.startswith("-") for word in (key, *pairs)):
            assert told(words, capsys)[0] in (0, 2)
            continue
        answered += check(words, key, pairs, digits, told(words, capsys))
    assert answered > 800


def test_a_value_off_by_one_digit_is_caught() -> None:
    pairs = ["tau=0.5"]
    with pytest.raises(AssertionError):
        check(["topk-kl-tail", *pairs], "topk-kl-tail", pairs, None, (0, "0.6931471805599454\n", ""))
    with pytest.raises(AssertionError):
        check(["topk-kl-tail", *pairs], "topk-kl-tail", pairs, None, (2, "", "no\n"))
    with pytest.raises(AssertionError):
        check(["topk-kl-tail", "tau=2"], "topk-kl-tail", ["tau=2"], None, (0, "0.5\n", ""))
