# `make play` and `make test` need nothing but Python 3.11+ with pip and venv. The page of the browser
# client is built with the machine's Node, or with the Node of a wheel from PyPI.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/pins.txt

# What the page is built from.
PAGE := $(shell find client/web \( -name node_modules -o -name dist \) -prune -o -type f -print) messages/codex/cards.csv

.PHONY: play web test check check-web compile soak chaos coverage mutation bench pictures clean

play: .venv/play.stamp web
	$(BIN)/tavolata play

web: .venv/web.stamp

# Many tests start processes, which read the cached bytecode; many others only wait. Every worker
# imports all tests, so they are compiled once before, on another core than the checks.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/dev.stamp web
	$(MAKE) --jobs=2 check check-web compile
	$(BIN)/python -m pytest -q -n 4 --dist worksteal -m "not soak"

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

check-web: .venv/web.stamp
	$(BIN)/python .ci/web.py check

compile: .venv/dev.stamp
	$(BIN)/python -m pytest -q --collect-only -p no:cacheprovider >.venv/collected.txt || { cat .venv/collected.txt; exit 1; }

soak: .venv/dev.stamp
	$(BIN)/python -m pytest -q -m soak

# The same seed gives the same faults.
SEED ?= 1
ROOMS ?= 200
DURATION ?= 600
chaos: .venv/dev.stamp
	$(BIN)/python -m tests.harness.chaos --seed $(SEED) --rooms $(ROOMS) --seconds $(DURATION)

coverage: .venv/dev.stamp
	$(BIN)/python -m pytest -q -n 4 --dist worksteal -m "not soak" --cov --cov-report=term

mutation: GAME = uno
mutation: N = 300
mutation: .venv/dev.stamp
	$(BIN)/python -m tests.mutation $(GAME) --number $(N)

# The pictures of the documentation: screens of the terminal, pages in Chromium.
pictures: .venv/dev.stamp web
	$(BIN)/python -m tests.harness.pictures
	$(BIN)/python -m tests.harness.web_pictures

bench: .venv/dev.stamp .venv-bench/stamp
	$(BIN)/python -m benchmarks

.venv/play.stamp: pyproject.toml .ci/pins.txt
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	touch $@

.venv/dev.stamp: .venv/play.stamp
	$(PIP) -e '.[dev]'
	touch $@

# Without Node there is no stamp: the next call tries again.
.venv/web.stamp: .venv/play.stamp .ci/web.py $(PAGE)
	$(BIN)/python .ci/web.py build $@

.venv-bench/stamp: benchmarks/peers.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers.txt
	touch $@

clean:
	rm -rf .venv .venv-bench client/web/node_modules client/web/dist
