# Everything works on a fresh machine: the first target that needs it makes .venv and installs what is missing.
PYTHON ?= python3
BIN := .venv/bin
GAME ?=
export PARLOUR_CACHE ?= $(CURDIR)/.cache/kernels
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play terminal test check format bench record docs wheel clean

play: .venv/installed  ## start the server and print its address
	@$(BIN)/parlour warm
	@$(BIN)/parlour serve

terminal: .venv/installed  ## play in the terminal: make terminal GAME=checkers
	@$(BIN)/parlour warm
	@$(BIN)/parlour play $(GAME)

test: check  ## everything that decides whether a change is good
	$(BIN)/parlour warm
	$(BIN)/pytest -n 2

check: .venv/installed  ## formatting, lint, types, layers: the quick half of `make test`
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/installed  ## put the code into its form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: .venv/installed  ## measure, side by side with other engines, on one core
	$(BIN)/parlour warm
	$(BIN)/python bench/bench_engine.py
	$(BIN)/python bench/bench_solver.py
	$(BIN)/python bench/bench_search.py

record: .venv/installed  ## write the playthroughs of a game anew: make record GAME=checkers
	$(BIN)/python tests/playthroughs.py $(GAME)

docs: .venv/installed  ## write the generated pages anew
	$(BIN)/python tests/pages.py

wheel: .venv/installed  ## build dist/parlour-*.whl
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

clean:  ## forget everything that was made
	rm -rf .venv .cache dist build

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable '.[dev,bench]'
	touch $@
