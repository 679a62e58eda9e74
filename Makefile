# `make play` and `make test` are the two commands a visitor needs; README.md tells the rest.
# Everything is installed into .venv; nothing outside this folder is changed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

# The stamp of the environment holds the folder it was made in: a copied or moved checkout makes its own.
ifneq ($(shell cat $(VENV)/.created 2>/dev/null),$(CURDIR))
$(shell rm -f $(VENV)/.created $(VENV)/.installed $(VENV)/.dev)
endif

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test check lint types docs check-docs clean

help:
	@echo "make play        watch a whole game of Carving Up China, played by bots"
	@echo "make test        run the tests"
	@echo "make check       check the bundled rules"
	@echo "make lint        look for mistakes of style (ruff)"
	@echo "make types       check the types of the package as it is installed (mypy, strict)"
	@echo "make docs        write the generated pages and what commands print, then check all pages"
	@echo "make check-docs  check that pages are current and that their links lead somewhere"
	@echo "make clean       remove the environment and everything that was built"

play: $(VENV)/.installed
	@$(BIN)/ludex play carving_up_china --players 4 --seed 7

test: $(VENV)/.dev
	$(BIN)/pytest -n auto

check: $(VENV)/.installed
	$(BIN)/ludex check rules --strict

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/python tools/check_install.py

docs: $(VENV)/.dev
	$(BIN)/python tools/generate.py
	$(BIN)/python tools/type_pages.py
	$(BIN)/python tools/check_docs.py

check-docs: $(VENV)/.dev
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/check_docs.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Ludex needs Python 3.11 or later; name one with: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "making an environment in $(VENV) ..."
	@$(PYTHON) -m venv --clear $(VENV)
	@printf '%s\n' '$(CURDIR)' > $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	@echo "installing Ludex into $(VENV) ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.created pyproject.toml
	@echo "installing Ludex and what its tests need into $(VENV) ..."
	@$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.installed $@
