"""A slider moved on a page: three curves of 1000 places computed and drawn in Chromium.

The time is the module's own work from the slider's value to the last path written, by its own clock; layout
and paint follow in the browser's next frame.
"""

import shutil
from collections.abc import Iterator
from statistics import median, quantiles

from bench.slider_kernel import FIGURE
from playwright.sync_api import Route, sync_playwright

from attnmem.figures import sample
from attnmem.figures.renderers import page as renderer

HOST = "http://figure.test"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:"
MOVES = 300
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html"}
MEASURE = """async (moves) => {
  const figure = window.attnmemFigures["topk-gap"];
  const input = document.querySelector('[data-slider="k"]');
  const times = [];
  for (let i = 0; i < moves; i += 1) {
    input.value = (7 * i) % 40;
    input.dispatchEvent(new Event("input"));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    times.push(figure.spent);
  }
  return times;
}"""


def files() -> dict[str, str]:
    """Everything the page asks for."""
    found = {asset.name: asset.read_text(encoding="utf-8") for asset in renderer.ASSETS}
    found[renderer.FORMULAS] = renderer.formula_module((FIGURE,))
    found["index.html"] = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f'<link rel="stylesheet" href="{renderer.STYLE}">'
        f'<script type="module" src="{renderer.ENTRY}"></script>'
        f"<body>{renderer.html(FIGURE, sample(FIGURE))}</body></html>"
    )
    return found


def measured() -> list[float]:
    """Milliseconds of each move, the first few left out: the engine compiles what it runs often."""
    served = files()

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(f"{HOST}/")
        kind = TYPES.get(f".{name.rpartition('.')[2]}", "text/plain")
        route.fulfill(status=200 if name in served else 404, body=served.get(name, ""), content_type=kind)

    with sync_playwright() as playwright:
        flags = ["--headless", "--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.route("**/*", answer)
        page.goto(f"{HOST}/index.html")
        page.wait_for_selector(".attnmem-figure[data-live]")
        times = page.evaluate(MEASURE, MOVES)
        browser.close()
    return [float(each) for each in times[20:]]


def run() -> Iterator[tuple[str, str, str, bool]]:
    """The median and the 95th percentile."""
    times = measured()
    middle, high = median(times), quantiles(times, n=20)[-1]
    name = "page slider, 3 curves of 1000 places in Chromium"
    yield f"{name}, median", f"{middle:.2f} ms", "at most 4 ms", middle <= 4
    yield f"{name}, 95th percentile", f"{high:.2f} ms", "at most 12 ms", high <= 12
