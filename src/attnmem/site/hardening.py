"""Every page leaves the build with a policy that lets nothing in from outside, and runs under it.

The policy allows the site's own files and, by hash, the theme's inline scripts. Inline event handlers cannot
be allowed that way, so they become attributes that our script binds.
"""

import base64
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

SCRIPT = re.compile(r"<script(?P<attributes>(?:\s[^>]*)?)>(?P<body>.*?)</script>", re.DOTALL)
NOT_RUN = re.compile(r'\ssrc=|type="application/json"')  # files, and data that no browser executes
POLICY_TAG = re.compile(r'\s*<meta http-equiv="Content-Security-Policy"[^>]*>')
# Styles stay open: MathJax and the theme write style elements. Nothing else does.
POLICY = (
    "default-src 'none'; script-src 'self'{hashes}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'"
)
# These files are copied last, so Sphinx adds their hash only where an earlier build left them.
SECOND_HASH = re.compile(r"(mystnb\.[0-9a-f]{64}\.css|mathjax/tex-chtml\.js)\?v=[0-9a-f]+")
REPLACEMENTS = (
    ('onclick="window.print()"', "data-attnmem-print"),
    # the visible text names these buttons; a label that differs from it hides them from speech control
    (' aria-label="Search"', ""),
    (' aria-label="Color mode"', ""),
    # the arrow that unfolds a chapter in the side bar has no text of its own
    (
        '<summary><span class="toctree-toggle"',
        '<summary aria-label="Pages of this chapter"><span class="toctree-toggle"',
    ),
)


def hashes(page: str) -> tuple[str, ...]:
    """The sources that allow exactly this page's inline scripts, each once, in page order."""
    bodies = (m["body"] for m in SCRIPT.finditer(page) if not NOT_RUN.search(m["attributes"]))
    found = (base64.b64encode(sha256(body.encode()).digest()).decode() for body in bodies if body.strip())
    return tuple(dict.fromkeys(f"'sha256-{h}'" for h in found))


def harden(page: str) -> str:
    """The same page with handlers moved out, labels repaired and its policy first in the head.

    >>> harden("<html><head><title>t</title></head></html>").count("Content-Security-Policy")
    1
    """
    for old, new in REPLACEMENTS:
        page = page.replace(old, new)
    page = SECOND_HASH.sub(r"\1", POLICY_TAG.sub("", page))
    policy = POLICY.format(hashes="".join(f" {h}" for h in hashes(page)))
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return re.sub(r"<head(\s[^>]*)?>", lambda head: f"{head[0]}\n    {tag}", page, count=1)


def finish(app: Any, exception: Exception | None) -> None:
    """Rewrite what the build wrote; a page that an earlier build finished comes out unchanged."""
    if exception is not None or app.builder.format != "html":
        return
    for path in sorted(Path(app.outdir).rglob("*.html")):
        before = path.read_text(encoding="utf-8")
        after = harden(before)
        if after != before:
            path.write_text(after, encoding="utf-8")


def connect(app: Any) -> None:
    """Last of all; Jupyter Book sets a value of the comments extension, which is not loaded: declare it."""
    app.add_config_value("comments_config", {}, "env")
    app.connect("build-finished", finish, priority=900)
