"""The policy of a page allows exactly what the page holds."""

import base64
from hashlib import sha256

from attnmem.site.hardening import harden, hashes

PAGE = (
    "<!DOCTYPE html>\n<html><head><title>t</title><script>let a = 1;</script>"
    '<script src="x.js"></script></head><body>'
    '<button onclick="window.print()" aria-label="Search">Print</button></body></html>'
)


def test_an_inline_script_is_allowed_by_its_hash_and_a_file_is_not_listed():
    expected = base64.b64encode(sha256(b"let a = 1;").digest()).decode()
    assert hashes(PAGE) == (f"'sha256-{expected}'",)


def test_the_policy_stands_first_in_the_head():
    head = harden(PAGE).split("<head>")[1].lstrip()
    assert head.startswith('<meta http-equiv="Content-Security-Policy"')
    assert "unsafe-eval" not in head
    assert "script-src 'self' 'sha256-" in head


def test_handlers_and_misleading_labels_are_gone():
    page = harden(PAGE)
    assert "onclick" not in page
    assert "data-attnmem-print" in page
    assert "aria-label" not in page


def test_a_page_hardened_twice_is_the_same_page():
    once = harden(PAGE)
    assert harden(once) == once


def test_a_clean_and_a_repeated_build_name_the_same_style_sheet():
    name = f"mystnb.{'0' * 64}.css"
    assert harden(f'<head><link href="{name}?v=8cd3d715"></head>') == harden(
        f'<head><link href="{name}"></head>'
    )


def test_a_changed_script_changes_the_policy():
    assert hashes(PAGE) != hashes(PAGE.replace("a = 1", "a = 2"))
