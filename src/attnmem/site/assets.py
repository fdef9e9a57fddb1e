"""Style sheet and figure modules: served from a folder of our own, and only where a page needs them.

Jupyter Book puts every script it finds below ``_static`` on every page; so ours lie in the package and their folders
are named only after the configuration was read.
"""

from pathlib import Path
from typing import Any

OWN = Path(__file__).parent / "static"
STYLE = "attnmem.css"
PAGE_SCRIPT = "attnmem-page.js"


def add_folders(app: Any, config: Any) -> None:
    """Name the folders whose files are copied next to the theme's."""
    config.html_static_path.append(str(OWN))


def on_page(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Style every page; load what moves figures only where the page holds one."""
    app.add_css_file(STYLE)
    app.add_js_file(PAGE_SCRIPT, type="module")


def connect(app: Any) -> None:
    app.connect("config-inited", add_folders)
    app.connect("html-page-context", on_page)
