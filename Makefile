# Everything works on a fresh machine: the first target that needs it makes .venv and installs what is missing.
PYTHON ?= python3
BIN := .venv/bin
GAME ?=
export PARLOUR_CACHE ?= $(CURDIR)/.cache/kernels
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
NPM := npm --prefix web --loglevel=error --no-audit --no-fund --no-update-notifier
# The built web client, newer than all that it is made of; the rules that it shows are those of the games' own pages.
CLIENT := src/parlour/server/static/index.html
CLIENT_SOURCES := $(shell find web src/parlour/games/*/README.md \( -name node_modules -o -name stills \) -prune -o -type f -print)

.PHONY: play terminal web test check chromium format bench record screens docs wheel clean

play: .venv/installed $(CLIENT)  ## build the web client, start the server and print its address
	@$(BIN)/parlour warm
	@$(BIN)/parlour serve

terminal: .venv/installed  ## play in the terminal: make terminal GAME=checkers
	@$(BIN)/parlour warm
	@$(BIN)/parlour play $(GAME)

web: $(CLIENT)  ## build the web client into the server's folder

test: check $(CLIENT) chromium  ## everything that decides whether a change is good
	$(BIN)/parlour warm
	$(BIN)/pytest -n 2 -m "not alone"
	$(BIN)/pytest -m alone

check: .venv/installed web/node_modules/.installed  ## formatting, lint, types, layers: the quick half of `make test`
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent check

chromium:  ## a browser for the tests of the pages, where there is none
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if ! command -v apt-get >/dev/null || ! { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then \
		echo "The tests of the pages need a browser. Install Chromium, as 'chromium' on the PATH, and try again."; exit 1; \
	fi; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && $$sudo apt-get install -y -qq chromium

format: .venv/installed  ## put the code into its form
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: .venv/installed  ## measure, side by side with other engines, on one core
	$(BIN)/parlour warm
	$(BIN)/python bench/bench_engine.py
	$(BIN)/python bench/bench_solver.py
	$(BIN)/python bench/bench_search.py

record: .venv/installed  ## write the playthroughs of a game anew: make record GAME=checkers
	$(BIN)/python -m tools.playthroughs $(GAME)

screens: .venv/installed $(CLIENT) chromium  ## take the pictures of docs/screens anew
	PYTHONPATH=tests $(BIN)/python -m tools.screens

docs: .venv/installed  ## write the generated pages anew
	$(BIN)/python -m tools.pages

wheel: .venv/installed $(CLIENT)  ## build dist/parlour-*.whl
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

clean:  ## forget everything that was made
	rm -rf .venv .cache dist build web/node_modules src/parlour/server/static

web/node_modules/.installed: web/package-lock.json
	@command -v npm >/dev/null || { echo "The web client is built by Node.js, 20 or newer: see https://nodejs.org"; exit 1; }
	@# Not `npm ci`: the lock names what one platform needs, and that refuses to add what another needs instead.
	$(NPM) install --no-save
	@touch $@

$(CLIENT): web/node_modules/.installed $(CLIENT_SOURCES)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable '.[dev,bench]'
	touch $@
