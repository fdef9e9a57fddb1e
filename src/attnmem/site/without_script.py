"""Formulas for a reader whose browser runs no script: MathML beside the TeX that MathJax would set.

MathJax passes over ``noscript``, and browsers that run scripts show none of it.
"""

import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert

TEX = re.compile(
    r'<(?P<tag>span|div) class="(?:math notranslate nohighlight|tex2jax_process)"[^>]*>'
    r"(?P<text>[^<]*)</(?P=tag)>"
)
DELIMITERS = {r"\(": (r"\)", "inline"), r"\[": (r"\]", "block")}
HIDING = """<noscript><style>
  .math, .tex2jax_process { display: none !important }
  math { padding-block: 0.2em }
  math[display="block"] { overflow: auto hidden; margin-block: 0.8em; padding-block: 0.4em }
  mtd[columnalign="right"] { text-align: right }
  mtd[columnalign="left"] { text-align: left }
</style></noscript>"""
# what HTML and the dictionary of operators know without being told
NEEDLESS = re.compile(
    r' (?:(?:xmlns|rowspacing)="[^"]*"|display="inline"|(?:stretchy|fence)="true"|form="(?:prefix|postfix)")'
)
SPECIAL = "&<>"


def with_mathml(body: str) -> str:
    r"""The same text with MathML after every formula.

    >>> with_mathml(r'<span class="math notranslate nohighlight">\(a_1\)</span>').split("</span>")[1]
    '<noscript><math><mrow><msub><mi>a</mi><mn>1</mn></msub></mrow></math></noscript>'

    Raises  ValueError for TeX that has no MathML, which would be shown as it stands
    """
    return TEX.sub(lambda found: found[0] + _mathml(unescape(found["text"]).strip()), body)


def _mathml(text: str) -> str:
    closing, display = DELIMITERS.get(text[:2], ("", ""))
    if not display or not text.endswith(closing):
        raise ValueError(f"a formula between neither \\( \\) nor \\[ \\]: {text[:80]!r}")
    try:
        mathml = convert(text[2:-2].strip().replace("{aligned}", "{split}"), display=display)
    except Exception as error:  # each of its errors is a class of its own
        raise ValueError(f"no MathML for {text[:80]!r}: {type(error).__name__}") from None
    left = re.search(r"\\[A-Za-z]+|>&<", mathml)
    if left:
        raise ValueError(f"no MathML for {left[0].strip('<>')} in {text[:80]!r}")
    mathml = NEEDLESS.sub("", re.sub(r"&#x[0-9A-F]+;", _character, mathml))
    return f"<noscript>{mathml}</noscript>"


def _character(entity: re.Match[str]) -> str:
    """The character itself, which is shorter, unless HTML would read it."""
    return entity[0] if unescape(entity[0]) in SPECIAL else unescape(entity[0])


def show(app: Any, pagename: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Every page of the site, not of its printed forms."""
    if app.builder.format == "html" and TEX.search(context.get("body", "")):
        context["body"] = with_mathml(context["body"])
        context["metatags"] = context.get("metatags", "") + HIDING


def connect(app: Any) -> None:
    """After what looks for formulas in the page."""
    app.connect("html-page-context", show, priority=950)
