# Two commands are all the set-up there is: `make book` and `make test`.
# Everything lives below this folder, whatever its name; paths stay relative so that spaces in it do no harm.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python -m
PIP := $(RUN) pip install -qq --disable-pip-version-check --no-input

# One thread a process: builds and tests run side by side, and threads of each would compete for the same cores.
export OPENBLAS_NUM_THREADS ?= 1

.PHONY: book test lab bench clean help
.DEFAULT_GOAL := help

help:
	@echo "make book   build the site into _build/html"
	@echo "make test   run linters, type checker and the whole test suite"
	@echo "make lab    open the notebooks in JupyterLab"
	@echo "make bench  measure every promised ratio, rewrite bench/RESULTS.md"
	@echo "make clean  remove the site and the caches (the virtual environment stays)"

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; '$(PYTHON)' is older. Try: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: requirements.txt constraints.txt pyproject.toml $(VENV)/made
	$(PIP) -r requirements.txt
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/tested: requirements-test.txt $(VENV)/installed
	$(PIP) -r requirements-test.txt
	@touch $@

# A hundred processes import the package: it is compiled once, also where Python was told to keep no bytecode.
book: $(VENV)/installed
	$(RUN) compileall -q src
	$(RUN) attnmem verify --brief
	@mkdir -p _build && rm -f _build/built-from && $(BIN)/python tools/built_from.py > _build/building-from
	$(BIN)/jupyter-book build --quiet -W .
	@mv _build/building-from _build/built-from
	@echo "The site is at _build/html/index.html"

lab: $(VENV)/installed
	$(RUN) jupyterlab notebooks

test: $(VENV)/tested
	$(RUN) compileall -q src
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(RUN) pytest -n auto --dist worksteal

$(VENV)/measured: requirements-bench.txt $(VENV)/tested
	$(PIP) -r requirements-bench.txt
	@touch $@

bench: $(VENV)/measured
	$(RUN) bench

clean:
	rm -rf _build .jupyter_cache .pytest_cache .ruff_cache .mypy_cache .hypothesis
