"""What must hold for every model and every setting, whatever the numbers are."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmem import ledger
from attnmem.errors import BadInput
from attnmem.ledger.fit import at_tokens, budget_left, largest_batch, longest

NAMES = ledger.bundled_names()
MODELS = {name: ledger.load(name) for name in NAMES}
models = st.sampled_from(NAMES)
few = settings(max_examples=60, deadline=None)
pages = st.sampled_from((1, 16, 64, 100, 256, 7808))
contexts = st.integers(1, 2**21)
engines = st.sampled_from(("payload", "uniform"))


def account(name, tokens, **terms):
    return ledger.account(MODELS[name], tokens, **terms)


@few
@given(models, contexts)
def test_bytes_are_linear_in_the_width_of_an_element(name, tokens):
    two, four = (
        account(name, tokens, kv_format=f, index_format=f, state_format=f, conv_format=f)
        for f in ("bf16", "fp32")
    )
    fixed = two.compressor * 4
    assert 2 * (two.bytes_held() - fixed) == four.bytes_held() - fixed
    assert 2 * two.bytes_read() == four.bytes_read()
    assert two.bytes_held() - fixed == 2 * (two.held + two.state)


@few
@given(models, contexts, st.integers(1, 5000), pages, engines)
def test_more_tokens_never_take_less(name, tokens, more, page, engine):
    before = account(name, tokens, page=page, engine=engine)
    after = at_tokens(before, tokens + more)
    assert before.held <= after.held
    assert before.reach <= after.reach
    assert before.units <= after.units
    assert before.bytes_held() <= after.bytes_held()
    assert before.bytes_allocated() <= after.bytes_allocated()


@few
@given(models, contexts, st.integers(1, 1000), pages)
def test_a_batch_is_so_many_sequences(name, tokens, batch, page):
    one, many = account(name, tokens, page=page), account(name, tokens, page=page, batch=batch)
    for ask in ("bytes_held", "bytes_growth", "bytes_state", "bytes_allocated", "bytes_read"):
        assert getattr(many, ask)() == batch * getattr(one, ask)()
    assert (many.held, many.growth) == (one.held, one.growth)


@few
@given(models, contexts, st.integers(1, 96), pages)
def test_a_device_keeps_at_least_its_share_and_at_most_everything(name, tokens, devices, page):
    found = account(name, tokens, tp=devices, page=page)
    whole = found.bytes_allocated()
    assert whole / devices <= found.bytes_allocated(devices=devices) <= whole


def test_what_cannot_be_split_is_kept_on_every_device():
    for name, same in (("deepseek-v3", True), ("falcon-7b", True), ("llama-3.1-8b", False)):
        found = account(name, 4096, tp=8)
        assert (found.bytes_allocated(devices=8) == found.bytes_allocated()) is same


@few
@given(models, contexts, st.integers(1, 64))
def test_fewer_heads_than_devices_are_replicated(name, tokens, devices):
    """Doubling the devices past the head count changes nothing."""
    heads = max(
        (p.heads.value for la in MODELS[name].layers for p in (*la.entry, *la.state, *la.conv)), default=1
    )
    first, second = account(name, tokens, tp=heads), account(name, tokens, tp=heads * (1 + devices))
    assert first.bytes_allocated(devices=heads) == second.bytes_allocated(devices=heads * (1 + devices))


@few
@given(models, contexts, pages)
def test_pages_round_up_by_less_than_a_page_a_stream(name, tokens, page):
    bare, paged = account(name, tokens), account(name, tokens, page=page)
    assert bare.bytes_held() == bare.bytes_allocated()
    assert paged.bytes_held() <= paged.bytes_allocated()
    ceiling = at_tokens(account(name, tokens, engine="uniform"), page + 1)
    widest = ceiling.uniform * 4 * (page + 128)
    assert paged.bytes_allocated() - paged.bytes_held() <= widest


@few
@given(models, st.integers(0, 2**40), pages, st.sampled_from((1, 2, 8)), engines)
def test_the_longest_context_is_an_exact_inverse(name, budget, page, devices, engine):
    found = account(name, 1, page=page, tp=devices, engine=engine)
    fit = longest(found, budget)

    def allocated(tokens):
        return at_tokens(found, tokens).bytes_allocated(devices=devices)

    if fit.value is None:
        assert allocated(2**50) <= budget
        return
    assert fit.value == 0 or allocated(fit.value) <= budget
    assert allocated(fit.value + 1) > budget


@pytest.mark.parametrize("name", ["mistral-7b-v0.1", "deepseek-v4-pro", "gpt-oss-120b", "kimi-k3"])
@pytest.mark.parametrize("page", [1, 256])
def test_fit_finds_the_last_token_before_each_step(name, page):
    """At every budget that some context takes exactly, and one byte below it."""
    found = account(name, 1, page=page)
    for tokens in (1, 2, 3, 4, 5, 127, 128, 129, 255, 256, 257, 4095, 4096, 4097, 5000):
        taken = at_tokens(found, tokens).bytes_allocated()
        fits = longest(found, int(taken)).value
        assert fits is None or fits >= tokens
        if at_tokens(found, tokens - 1 or 1).bytes_allocated() < taken:
            assert longest(found, int(taken) - 1).value == tokens - 1


@few
@given(models, contexts, st.integers(0, 2**44), pages)
def test_the_largest_batch_is_an_exact_inverse(name, tokens, budget, page):
    fit = largest_batch(account(name, tokens, page=page), budget)
    each = account(name, tokens, page=page).bytes_allocated()
    assert fit.value == budget // each
    assert fit.value * each <= budget < (fit.value + 1) * each


def test_weights_that_fill_a_device_are_refused():
    with pytest.raises(BadInput, match="leave nothing"):
        budget_left(10, 10)


@few
@given(models, contexts)
def test_elements_add_up_by_rows(name, tokens):
    found = account(name, tokens)
    assert sum(n.held for n in found.rows) == found.held
    assert sum(n.fixed for n in found.rows) == found.state + found.compressor
    assert sum(n.row.count + n.row.shared for n in found.rows) == len(found.model.layers)
    positions = sorted(at for n in found.rows for at in (*n.row.positions, *n.row.shared_positions))
    assert positions == list(range(len(found.model.layers)))


@few
@given(models, contexts)
def test_growth_is_the_slope_where_windows_are_full(name, tokens):
    """Over a whole period of pooling the held elements rise by exactly the growth."""
    longest_window = max((la.cap.value for la in MODELS[name].layers if la.cap is not None), default=0)
    start = account(name, max(tokens, longest_window, 128))
    end = at_tokens(start, start.tokens + 128)
    assert Fraction(end.held - start.held) == 128 * start.growth


@pytest.mark.parametrize("bad", [{"tokens": 0}, {"batch": 0}, {"tp": -1}, {"page": 0}, {"tokens": 2**60}])
def test_sizes_below_one_are_refused(bad):
    tokens = bad.pop("tokens", 1)
    with pytest.raises(BadInput, match="need a whole number from 1 on"):
        account("llama-3.1-8b", tokens, **bad)
