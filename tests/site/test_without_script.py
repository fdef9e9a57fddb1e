"""Formulas without a script: MathML for all TeX of a page, and a refusal where there is none."""

import pytest

from attnmem.site.without_script import with_mathml

INLINE = r'<span class="math notranslate nohighlight">\({}\)</span>'
DISPLAY = '<div class="math notranslate nohighlight">\n\\[{}\\]</div>'
CELL = r'<span class="tex2jax_process">\({}\)</span>'


@pytest.mark.parametrize("form", [INLINE, DISPLAY, CELL])
def test_the_tex_stays_and_mathml_follows(form):
    page = f"<p>{form.format('1-e^{-x}')} of it</p>"
    shown = with_mathml(page)
    assert shown.replace(shown[shown.index("<noscript>") : shown.index("</noscript>") + 11], "") == page
    assert "<msup><mi>e</mi>" in shown
    assert ('display="block"' in shown) is (form is DISPLAY)


def test_text_that_looks_like_a_tag_stays_text():
    assert "<mo>&#x0003C;</mo>" in with_mathml(INLINE.format("a &lt; b"))


def test_lines_set_under_each_other_become_rows():
    shown = with_mathml(INLINE.format(r"\begin{aligned} a &amp;= b \\ &amp;\le c \end{aligned}"))
    assert shown.count("<mtr>") == 2


def test_text_without_formulas_is_left_alone():
    page = r'<p>as in <code>\(a\)</code> and <span class="math-like">b</span></p>'
    assert with_mathml(page) == page


@pytest.mark.parametrize("tex", [r"\unheardof{a}", r"a &amp; b"])
def test_what_has_no_mathml_stops_the_build(tex):
    with pytest.raises(ValueError, match="no MathML for"):
        with_mathml(INLINE.format(tex))


def test_other_delimiters_stop_the_build():
    with pytest.raises(ValueError, match="neither"):
        with_mathml('<span class="math notranslate nohighlight">$a$</span>')
