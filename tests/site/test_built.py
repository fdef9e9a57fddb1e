"""The built site: nothing from outside, a policy on every page, every number computed."""

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest

from attnmem import show
from attnmem.proof.mutate import Slip
from attnmem.proof.twins import Fate
from attnmem.show import wrong
from attnmem.site.hardening import hashes
from attnmem.theory import DERIVATIONS

LOADING = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src",),
}
HARMLESS_LINKS = {"canonical", "next", "prev", "index", "search", "license"}
MIB = 2**20
ROOT = Path(__file__).parents[2]
METHOD = re.compile(r'data-kind="proved">proved</span></p><details><summary>(.*?)</summary>')

pytestmark = pytest.mark.slow


class Loads(HTMLParser):
    """Collects every address that a browser would fetch for a page, and every inline handler."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.handlers += [name for name in values if name.startswith("on")]
        if tag == "link" and values.get("rel") in HARMLESS_LINKS:
            return
        self.addresses += [values[name] for name in LOADING.get(tag, ()) if values.get(name)]


def loads(page: str) -> Loads:
    parser = Loads()
    parser.feed(page)
    return parser


def foreign(addresses: list[str]) -> list[str]:
    return [a for a in addresses if re.match(r"(?:[a-z]+:)?//", a)]


def pages(site: Path) -> list[Path]:
    return sorted(p for p in site.rglob("*.html") if "_static" not in p.parts)


def test_a_foreign_script_would_be_noticed():
    assert foreign(loads('<script src="https://cdn.example/x.js"></script>').addresses)
    assert foreign(loads('<link rel="stylesheet" href="//cdn.example/x.css">').addresses)
    assert not foreign(loads('<a href="https://arxiv.org">paper</a><img src="a.png">').addresses)


def test_no_page_fetches_anything_from_another_host(site):
    found = {p.name: foreign(loads(p.read_text()).addresses) for p in pages(site)}
    assert {name: hosts for name, hosts in found.items() if hosts} == {}


def test_no_style_or_script_of_ours_names_another_host(site):
    ours = [p for p in (site / "_static" / "attnmem").iterdir() if p.suffix in {".css", ".js"}]
    assert ours
    assert [p.name for p in ours if re.search(r"https?://(?!www\.w3\.org/)", p.read_text())] == []


def test_every_page_carries_a_policy_that_allows_its_own_scripts_and_no_handlers(site):
    for path in pages(site):
        page = path.read_text()
        assert page.count("Content-Security-Policy") == 1, path
        assert all(allowed in page for allowed in hashes(page)), path
        assert loads(page).handlers == [], path


def test_no_live_kernel_and_no_widget_state_reach_a_page(site):
    for path in pages(site):
        text = path.read_text().lower()
        assert [word for word in ("thebe", "widget-state", "unpkg", "jsdelivr") if word in text] == [], path


def test_no_page_shows_a_verdict_that_fails(site):
    failing = re.compile(
        r'(?:<section class="attnmem-derivation"[^>]*|<li) data-kind="(?:refuted|undecided)"'
    )
    for path in pages(site):
        assert not failing.search(path.read_text()), path
    assert '<section class="attnmem-derivation"' in (site / "book" / "topk.html").read_text()


def test_the_status_counts_every_step_of_the_book(site):
    status = (site / "book" / "status.html").read_text()
    said = re.search(r"(\d+) derivations, (\d+) steps: (\d+) proved(?:, (\d+) recorded)?<", status)
    assert said
    derivations, steps, proved, recorded = (int(word or 0) for word in said.groups())
    assert (derivations, steps) == (len(DERIVATIONS), sum(len(d.all_steps) for d in DERIVATIONS))
    assert proved + recorded == steps
    assert sum(len(METHOD.findall(page.read_text())) for page in pages(site)) == proved
    assert all(f"derivation-{d.key}" in status for d in DERIVATIONS)


TWIN = re.compile(r"<tr><td>([^<]*)</td>(?:<td[^>]*>(\d+)</td>){5}<td[^>]*>(\d+) of (\d+)</td></tr>")


def scores(page: str) -> dict[str, bool]:
    """The results whose wrong twins a page counts: whether none is missed and every kind of slip refuted."""
    return {title: (missed, seen) == ("0", kinds) for title, missed, seen, kinds in TWIN.findall(page)}


def test_no_wrong_twin_of_the_book_is_missed_and_every_kind_is_refuted(site):
    found = scores((site / "book" / "status.html").read_text())
    assert len(found) == len(DERIVATIONS)
    assert [title for title, sound in found.items() if not sound] == []


@pytest.mark.parametrize(
    ("fates", "sound"),
    [((Fate.REFUTED, Fate.WEAKER), True), ((Fate.REFUTED, Fate.MISSED), False), ((Fate.WEAKER,), False)],
)
def test_a_twin_missed_or_a_kind_never_refuted_is_found(monkeypatch, fates, sound):
    twins = [SimpleNamespace(kind=Slip.SIGN, fate=fate) for fate in fates]
    monkeypatch.setattr(wrong, "judged", lambda record: twins)
    assert scores(show.twins(DERIVATIONS[:1]).html) == {DERIVATIONS[0].title: sound}


def unexplained(texts, explained):
    """The methods by which pages say that something is proved, and which a text gives no meaning."""
    found = {unescape(method).rpartition("then ")[2] for text in texts for method in METHOD.findall(text)}
    return sorted(method for method in found if f"\n{method}\n: " not in explained)


def test_every_method_that_proves_something_is_explained(site):
    texts = [page.read_text() for page in pages(site)]
    assert "exact normal form" in unexplained(texts, "")
    assert unexplained(texts, (ROOT / "book" / "reading.md").read_text()) == []


def test_a_method_that_nobody_explains_is_found():
    planted = 'data-kind="proved">proved</span></p><details><summary>product, then wishing</summary>'
    assert unexplained([planted], "\nproduct\n: the terms multiplied") == ["wishing"]


def test_the_site_stays_small(site):
    assert sum(p.stat().st_size for p in site.rglob("*") if p.is_file()) < 20 * MIB


def test_mathjax_is_there_for_every_page_with_a_formula_and_for_no_other(site):
    for path in pages(site):
        page = path.read_text()
        holds = "tex2jax_process" in page.replace("tex2jax_process|", "") or 'class="math' in page
        assert ("mathjax/tex-chtml.js" in page) == holds, path
    assert not (site / "_static" / "mathjax" / "tex-svg.js").exists()


def test_pages_name_no_folder_of_the_machine_that_built_them(site):
    assert [p.name for p in pages(site) if str(ROOT) in p.read_text()] == []
