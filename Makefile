# Every command a person needs; plain `make` lists them.
# Python runs in .venv, filled from requirements/*.txt (pinned, with hashes) by uv, which is pinned too.
# Nothing is installed outside this folder.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory
SHELL := /bin/sh
.SHELLFLAGS := -euc

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/done
export VIRTUAL_ENV := $(CURDIR)/$(VENV)

RUST_SOURCES := Cargo.toml $(wildcard Cargo.lock) .cargo/config.toml $(shell find crates -type f 2>/dev/null)
CARGO := cargo --locked
UV_INSTALL := $(BIN)/uv pip install --quiet --require-hashes
UV_COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | \
		while IFS="$$(printf '\t')" read -r name text; do printf '  %-14s %s\n' "$$name" "$$text"; done

# --- set-up: one stamp per step, redone only when what it is made of has changed

$(DONE)/uv: requirements/uv.txt
	@PYTHON=$(PYTHON) scripts/need.sh python rust
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@mkdir -p $(DONE) && touch $@

$(DONE)/run: requirements/run.txt requirements/build.txt $(DONE)/uv
	$(UV_INSTALL) -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(DONE)/dev: requirements/dev.txt $(DONE)/run
	$(UV_INSTALL) -r $<
	@touch $@

$(DONE)/core: $(RUST_SOURCES) pyproject.toml $(DONE)/run
	@scripts/need.sh rust
	$(BIN)/maturin develop --release --skip-install
	$(BIN)/uv pip install --quiet --offline --no-deps --no-build-isolation --editable .
	@touch $@

# Showdown itself, for lockstep and some tests
$(DONE)/showdown: showdown/package-lock.json $(DONE)/uv
	@scripts/need.sh node
	cd showdown && npm ci --omit=optional --silent
	@touch $@

.PHONY: setup setup-dev
setup: $(DONE)/core ## Build the extension and fill .venv with what playing needs
setup-dev: $(DONE)/dev $(DONE)/core ## The same, with learning (JAX) and every tool for work on the code

# --- use

.PHONY: play bench
play: setup ## Open the page: play, watch and keep games (ARGS="--text" in the terminal)
	@$(BIN)/reineke play --page $(ARGS)

bench: setup ## Measure the engines: speed, with a signature of the games played
	@$(BIN)/reineke bench $(ARGS)

# --- tests

.PHONY: test test-rust test-python test-browser coverage soak
test: test-rust test-python ## Run every test

test-rust: ## Run the tests beside the Rust code
	@scripts/need.sh rust
	$(CARGO) test --workspace --exclude reineke-py

test-python: setup-dev $(DONE)/showdown ## Run the Python tests (ARGS="-k word" for some of them)
	@scripts/need.sh node
	$(BIN)/pytest $(ARGS)

# axe-core, which looks for what keeps people from using a page
$(DONE)/browser: tests/browser/package-lock.json $(DONE)/uv
	@scripts/need.sh node
	cd tests/browser && npm ci --silent
	@touch $@

test-browser: setup-dev $(DONE)/browser ## Play on the page in a real browser (Debian's Chromium)
	@scripts/need.sh browser
	$(BIN)/pytest --browser $(ARGS)

coverage: setup-dev $(DONE)/showdown ## Run the Python tests and report the lines and branches they miss
	@scripts/need.sh node
	$(BIN)/pytest --cov --cov-report=term $(ARGS)

soak: setup-dev $(DONE)/showdown ## Run the long parity tests (many minutes)
	$(CARGO) test --release --workspace --exclude reineke-py -- --ignored
	$(BIN)/pytest --soak $(ARGS)

# --- the reference simulator of Pokémon

TABLES := crates/reineke/src/games/gen1/data.rs

BATTLES ?= 200
RECORDED := $(wildcard $(addprefix tests/data/gen1/,*.jsonl.gz fixtures/*.jsonl fixtures/*.jsonl.gz))

.PHONY: showdown showdown-check showdown-server live-runs lockstep oak
showdown: ## Renew the Pokémon tables from Showdown's data and play in lockstep (VERSION=… pins another version first)
	@scripts/need.sh node
	$(if $(VERSION),cd showdown && npm install --omit=optional --save-exact --silent pokemon-showdown@$(VERSION))
	cd showdown && npm ci --omit=optional --silent
	node showdown/tables.mjs > $(TABLES).new
	mv $(TABLES).new $(TABLES)
	$(MAKE) lockstep

lockstep: setup $(DONE)/showdown ## Play Pokémon battles on Showdown and on the engine at once (BATTLES=200)
	@scripts/need.sh node
	$(BIN)/reineke verify gen1 $(RECORDED) \
		--battles $(BATTLES) --teams $(BATTLES) --policy all --seed "$$(date +%s)"
	$(BIN)/reineke verify gen1 --battles 20 --views --policy all --seed "$$(date +%s)"

PORT ?= 8000

showdown-server: setup $(DONE)/showdown ## Run the pinned Showdown server on loopback until Ctrl-C (PORT=8000)
	@scripts/need.sh node
	@$(BIN)/reineke serve showdown --port $(PORT)

# poke-env wants other versions than the rest of the tools: it has an environment of its own
$(DONE)/poke-env: requirements/showdown.txt $(DONE)/uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)/poke-env
	VIRTUAL_ENV=$(CURDIR)/$(VENV)/poke-env $(UV_INSTALL) -r $<
	@touch $@

live-runs: setup $(DONE)/showdown $(DONE)/poke-env ## Play poke-env's players on the pinned server (ARGS="--battles 10")
	@scripts/need.sh node
	PYTHONPATH=python $(VENV)/poke-env/bin/python -m scripts.gen1_live_runs $(ARGS)

# Oak is an opponent (GPL-3), never a part: it has an environment of its own, without what its training needs
$(DONE)/oak: requirements/oak.txt $(DONE)/uv
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)/oak
	VIRTUAL_ENV=$(CURDIR)/$(VENV)/oak $(UV_INSTALL) --no-deps -r $<
	@touch $@

oak: setup $(DONE)/oak ## Install Oak, a second Pokémon search to play against (python -m scripts.gen1_second)

showdown-check: ## See whether the Pokémon tables are those of the pinned Showdown
	@scripts/need.sh node
	cd showdown && npm ci --omit=optional --silent
	@node showdown/tables.mjs | diff -q - $(TABLES) >/dev/null || \
		{ echo "reineke: $(TABLES) is not what showdown/tables.mjs writes: run make showdown" >&2; exit 1; }

# --- checks

.PHONY: fmt lint typecheck stubtest imports requirements
fmt: $(DONE)/dev ## Format Python and Rust
	$(BIN)/ruff check --quiet --fix-only .
	$(BIN)/ruff format .
	cargo fmt --all

lint: $(DONE)/dev ## Check format and style of Python and Rust
	@scripts/need.sh rust
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	cargo fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

typecheck: setup-dev ## Check the types (mypy --strict)
	$(BIN)/mypy

stubtest: setup-dev ## Check that the extension's stub tells the truth
	@# stubtest says nothing when a private module has no stub at all
	@[ -f python/reineke/_core.pyi ] || { echo "python/reineke/_core.pyi is missing" >&2; exit 1; }
	$(BIN)/stubtest --mypy-config-file pyproject.toml reineke._core

imports: $(DONE)/uv ## Check that imports go one way
	$(BIN)/python scripts/check_imports.py

requirements: $(DONE)/uv ## Write docs/requirements.md; fail if a required number has no proof
	$(BIN)/python scripts/requirements.py $(ARGS)

# --- what is published

.PHONY: docs wheel wheel-check
docs: $(DONE)/dev ## Build the documentation into site/
	$(BIN)/python -m scripts.studies --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

wheel: $(DONE)/run ## Build the wheel into dist/
	@scripts/need.sh rust
	rm -rf dist
	$(BIN)/maturin build --release --out dist

wheel-check: wheel ## Install the wheel into an empty environment and play each game from another folder
	$(BIN)/python scripts/wheel_check.py dist/*.whl

# --- all of it

.PHONY: ci clean pins
ci: ## What has to hold before a change is merged
	$(MAKE) lint typecheck stubtest imports
	$(MAKE) requirements ARGS=--check
	$(MAKE) docs wheel-check showdown-check lockstep
	$(MAKE) test-rust coverage test-browser

pins: $(DONE)/uv ## Renew the pinned requirements
	echo uv | $(UV_COMPILE) - -o requirements/uv.txt
	$(UV_COMPILE) pyproject.toml -o requirements/run.txt
	$(UV_COMPILE) --group build -o requirements/build.txt
	$(UV_COMPILE) pyproject.toml --extra env --extra learn --group dev -o requirements/dev.txt
	$(UV_COMPILE) pyproject.toml --extra showdown -o requirements/showdown.txt
	printf 'numpy\noak-lab\n' | $(UV_COMPILE) --no-deps - -o requirements/oak.txt

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist site target .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find python scripts tests -name __pycache__ -prune -exec rm -rf {} +
	rm -f python/reineke/_core*.so
