# The one list of tasks; CI calls these too. `make` alone prints it.
# Each task sets up what it needs in .venv: the learner's tasks the libraries, the others the tools too.

PYTHON ?= python3
ARGS ?=
# Tests start the program hundreds of times: it is compiled once, and so are they.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install review test test-slow test-deep test-crash test-anki test-anki-desktop fuzz check lint export bench release clean

help: ## Print this list.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile
	@echo 'Options of the program follow in ARGS: make review ARGS="--deck x"; another Python: PYTHON=python3.12.'

install: .venv/tools ## Set up .venv with the program, its libraries and the tools.

review: .venv/libraries ## Learn: `cardsmith review` on the deck that ships.
	@$(BIN)/cardsmith review $(ARGS)

test: .venv/tools ## Run the tests, but for those that take long.
	@$(BIN)/python -m pytest -n auto --dist loadgroup --timeout 180 -m 'not slow' $(ARGS)

test-slow: .venv/tools ## Run the tests that take long: installs, hooks, syncs that are killed.
	@$(BIN)/python -m pytest -n auto --dist loadgroup --timeout 300 -m slow $(ARGS)

# What Anki does with packages, asked of old versions too: people keep them for years. Each stands in
# a folder that is put before .venv's own, which is the newest.
ANKI := 2.1.54 2.1.66 23.10.1 24.11 25.9.4
ORACLES = $(shell grep -l real_anki tests/anki/*.py tests/schedule/*.py)

test-deep: .venv/tools ## Try the laws of scheduling on 100,000 examples each; takes hours.
	@DEEP=1 $(BIN)/python -m pytest -n auto --dist loadgroup --timeout 0 -q tests/schedule -k test_p $(ARGS)

test-crash: .venv/tools ## Kill the program 500 times at random moments; others: SEED=7.
	@KILLS=500 $(BIN)/python -m pytest -n auto --dist loadgroup --timeout 0 -q tests/e2e/test_crash.py $(ARGS)

test-anki: .venv/tools $(ANKI:%=.venv-anki/%/installed) ## Ask old versions of Anki, and the newest, what they make of packages.
	@for anki in $(ANKI:%=$(CURDIR)/.venv-anki/%) ''; do \
	  echo "Anki $$(PYTHONPATH=$$anki $(BIN)/python -c 'from importlib.metadata import version; print(version("anki"))')"; \
	  PYTHONPATH=$$anki $(BIN)/python -m pytest -n auto --dist loadgroup --timeout 180 -q $(ORACLES) $(ARGS) || exit; \
	done

# The program with its window, but without a screen. What it showed is in build/anki-desktop.
test-anki-desktop: .venv/tools .venv-anki/desktop/installed ## Import and learn in Anki's desktop program, and look.
	@ANKI_DESKTOP=$(CURDIR)/.venv-anki/desktop/bin/python PICTURES=$(CURDIR)/build/anki-desktop \
	  $(BIN)/python -m pytest --timeout 300 -q tests/desktop/desktop.py $(ARGS)

fuzz: .venv/tools ## Read 200,000 odd files; another number: ARGS=5000.
	@$(BIN)/python tests/fuzz.py $(ARGS)

check: .venv/tools ## Check the code: format, lint, types, generated pages, workflows.
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(if $(PAGES),$(BIN)/python $(PAGES) --check)
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema -q --builtin-schema custom.github-workflows-require-timeout .github/workflows/*.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(BIN)/zizmor --offline --quiet --persona auditor .github
	$(BIN)/shellcheck .ci/run .github/scripts/*.sh

lint: .venv/libraries ## Check the decks.
	@$(BIN)/cardsmith lint decks $(ARGS)

export: .venv/libraries ## Build the Anki package.
	@$(BIN)/cardsmith export $(ARGS)

bench: .venv/libraries ## Measure speed against baselines.
	@$(BIN)/python -m bench $(ARGS)

release: .venv/libraries ## Release, for maintainers: make release VERSION=1.2.0 (docs/releasing.md).
	@$(BIN)/python -m cardsmith.cli.release '$(VERSION)'

clean: ## Remove .venv and everything else that the tasks made.
	rm -rf .venv .venv-anki dist build .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} +

# The script that writes the generated pages; with --check it only says which are not current.
PAGES := $(wildcard docs/generate.py)

# A virtual environment holds absolute paths and leans on the Python that made it: when the folder
# has moved or that Python has gone, it is made anew.
STALE := $(shell [ -x $(BIN)/python ] && [ "$$(cat .venv/folder)" = "$(CURDIR)" ] || rm -f .venv/folder)

.venv/folder:
	@command -v $(firstword $(PYTHON)) >/dev/null || { \
	  echo 'cardsmith needs Python 3.11 or newer, and there is no $(PYTHON) here; name one: make PYTHON=python3.12 …' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "cardsmith needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1); name another: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo '$(PYTHON) cannot make a virtual environment: it lacks venv or ensurepip (on Debian and Ubuntu: apt-get install python3-venv).' >&2; exit 1; }
	@echo 'Setting up .venv with cardsmith and its libraries, once …'
	@$(PYTHON) -m venv --clear .venv
	@echo '$(CURDIR)' > $@

.venv/libraries: pyproject.toml .venv/folder
	@$(PIP) install --editable .
	@touch $@

# Groups of dependencies need pip 25.1.
.venv/tools: .venv/libraries
	@echo 'Adding the tools for tests and checks …'
	@$(PIP) install 'pip>=25.1'
	@$(PIP) install --group dev
	@touch $@

.venv-anki/%/installed: .venv/folder
	@echo 'Adding Anki $* for tests …'
	@rm -rf $(@D)
	@$(PIP) install --target $(@D) anki==$*
	@touch $@

.venv-anki/desktop/installed: .venv/folder
	@echo 'Adding the desktop program of Anki for tests …'
	@$(PYTHON) -m venv --clear $(@D)
	@$(@D)/bin/python -m pip --quiet --quiet --disable-pip-version-check --no-input install 'aqt[qt6]==26.9.3'
	@touch $@
