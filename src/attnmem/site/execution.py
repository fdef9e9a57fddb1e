"""Pages are executed side by side, one a core, before Sphinx reads them one after the other.

What they return is kept for the next build under the fingerprint of the package, and thrown away once that
changes: a page may be reused when only its prose, or another page, is different.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn, JupyterCacheAbstract
from jupyter_cache.executors.utils import single_nb_execution
from myst_nb.core.read import is_myst_markdown_notebook

READERS = {
    ".md": {"name": "myst_nb_md", "type": "plugin"},
    ".ipynb": {"name": "nbformat", "type": "plugin"},
}


# What a cell may take at its first try: four times the slowest on a slow machine. Sphinx tries for longer.
PATIENCE = 240

# A kernel warns, once a page, that it listens on this machine without encryption; errors are still told.
# No history: those that run side by side would wait for each other to write it into one file.
# One that lives for longer than it should writes down where each of its threads stands.
KERNELS = """
import faulthandler, pathlib
config = get_config()
config.IPKernelApp.log_level = 40
config.HistoryManager.enabled = False
faulthandler.dump_traceback_later({patience}, file=pathlib.Path({where!r}).open("a"))
"""


def configure(app: Any, config: Any) -> None:
    """Name the folder of this state of the package, remove those of others, quiet the kernels."""
    alone(Path(app.outdir).parent / ".ipython")
    root = Path(app.outdir).parent / ".jupyter_cache"
    config.nb_execution_cache_path = str(root / config.attnmem_fingerprint)
    for old in root.glob("*"):
        if old.name != config.attnmem_fingerprint:
            shutil.rmtree(old)


def alone(folder: Path) -> None:
    """Kernels started from here read these settings, and no start-up file of whoever builds the book."""
    profile = folder / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    settings = KERNELS.format(patience=PATIENCE, where=str(folder / "stuck.txt"))
    (profile / "ipython_kernel_config.py").write_text(settings, encoding="utf-8")
    os.environ["IPYTHONDIR"] = str(folder)


def execute(app: Any, env: Any, docnames: list[str]) -> None:
    """Execute what is about to be read and was not yet; a page that fails is left to Sphinx, to report."""
    pages = [path for path in (Path(env.doc2path(name)) for name in docnames) if is_notebook(path)]
    if app.config.nb_execution_mode != "cache" or len(pages) < 2:
        return
    cache = get_cache(app.config.nb_execution_cache_path)
    for page in pages:
        cache.add_nb_to_project(str(page), read_data=READERS[page.suffix])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        patience = min(PATIENCE, app.config.nb_execution_timeout)
        for bundle in pool.map(lambda job: outcome(*job), jobs(cache, patience)):
            if bundle is not None:
                cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def is_notebook(path: Path) -> bool:
    """Whether a page has cells to execute."""
    return path.suffix == ".ipynb" or is_myst_markdown_notebook(path.read_text(encoding="utf-8"))


def jobs(cache: JupyterCacheAbstract, timeout: int) -> Iterator[tuple[str, Any, int]]:
    """The pages that were not executed in this state of the package."""
    for record in cache.list_unexecuted():
        yield record.uri, cache.get_project_notebook(record.pk).nb, timeout


def outcome(uri: str, notebook: Any, timeout: int) -> CacheBundleIn | None:
    """The executed page, or nothing if it failed."""
    done = single_nb_execution(notebook, cwd=str(Path(uri).parent), timeout=timeout, allow_errors=False)
    if isinstance(done.err, TimeoutError):
        where = Path(os.environ["IPYTHONDIR"]) / "stuck.txt"
        sys.stderr.write(f"{uri}: no answer within {timeout} s, tried again; see {where}\n")
    if done.err is not None:
        return None
    return CacheBundleIn(notebook, uri, data={"execution_seconds": done.time})


def connect(app: Any) -> None:
    """Between the configuration and the first page."""
    app.connect("config-inited", configure)
    app.connect("env-before-read-docs", execute)
