"""Pages are executed side by side, one a core, before Sphinx reads them one after the other.

What they return is kept for the next build under the fingerprint of the package, and thrown away once that
changes: a page may be reused when only its prose, or another page, is different.
"""

import os
import shutil
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


# A kernel warns, once a page, that it listens on this machine without encryption; errors are still told.
KERNELS = "get_config().IPKernelApp.log_level = 40\n"


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
    (profile / "ipython_kernel_config.py").write_text(KERNELS, encoding="utf-8")
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
        for bundle in pool.map(lambda job: outcome(*job), jobs(cache, app.config.nb_execution_timeout)):
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
    if done.err is not None:
        return None
    return CacheBundleIn(notebook, uri, data={"execution_seconds": done.time})


def connect(app: Any) -> None:
    """Between the configuration and the first page."""
    app.connect("config-inited", configure)
    app.connect("env-before-read-docs", execute)
