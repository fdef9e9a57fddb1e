"""Every widget set in a live kernel: the picture changes, and the read-outs are the formulas'."""

import subprocess

from jupyter_client.manager import start_new_kernel

from attnmem.figures import sample
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE

MOVES = {"n": 131072.0, "k": 512.0, "Delta": 12.5, "epsilon": 0.1}
PROGRAM = """
from attnmem import evaluate, show
shown = show.figure("topk-gap")
live = shown.controls
for name, value in {moves}.items():
    before = live.image.value
    live.controls[name].value = value
    assert live.image.value != before and bytes(live.image.value).startswith(b"\\x89PNG"), name
    at, read = live.state, {{r.key: r.value for r in live.table.readings}}
    def near(found, right):
        assert abs(found - right) <= 1e-13 * abs(right), (name, found, right)
    near(read["divergence"], evaluate("topk-kl-gap", n=at["n"], k=at["k"], Delta=at["Delta"]))
    near(read["dropped"], evaluate("topk-tail-gap", n=at["n"], k=at["k"], Delta=at["Delta"]))
    near(read["needed"], evaluate("topk-gap-needed", n=at["n"], k=at["k"], epsilon=at["epsilon"]))
    near(read["allowed"], evaluate("topk-tail-budget", epsilon=at["epsilon"]))
print(live.table.sentence)
"""


def test_every_widget_in_a_live_kernel(monkeypatch):
    monkeypatch.delenv("ATTNMEM_PAGE", raising=False)
    manager, client = start_new_kernel(kernel_name="python3", stderr=subprocess.DEVNULL)
    try:
        printed: list[str] = []
        reply = client.execute_interactive(
            PROGRAM.format(moves=MOVES),
            timeout=60,
            output_hook=lambda m: printed.append(m["content"].get("text", "")),
        )
        assert reply["content"]["status"] == "ok", reply["content"].get("traceback")
        assert "".join(printed).strip() == sample(TOPK_GAP_FIGURE, MOVES).sentence
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
