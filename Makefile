# `make play` and `make test` need nothing but Python 3.11+ with pip and venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c .ci/pins.txt

.PHONY: play test check soak coverage mutation bench clean

play: .venv/play.stamp
	$(BIN)/tavolata play

# Many tests start processes, which read the cached bytecode; many others only wait.
test: export PYTHONDONTWRITEBYTECODE =
test: check
	$(BIN)/python -m pytest -q -n 4 --dist worksteal -m "not soak"

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

soak: .venv/dev.stamp
	$(BIN)/python -m pytest -q -m soak

coverage: .venv/dev.stamp
	$(BIN)/python -m pytest -q -n 4 --dist worksteal -m "not soak" --cov --cov-report=term

mutation: GAME = uno
mutation: N = 300
mutation: .venv/dev.stamp
	$(BIN)/python -m tests.mutation $(GAME) --number $(N)

bench: .venv/dev.stamp .venv-bench/stamp
	$(BIN)/python -m benchmarks

.venv/play.stamp: pyproject.toml .ci/pins.txt
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	touch $@

.venv/dev.stamp: .venv/play.stamp
	$(PIP) -e '.[dev]'
	touch $@

.venv-bench/stamp: benchmarks/peers.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers.txt
	touch $@

clean:
	rm -rf .venv .venv-bench
