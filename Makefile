# Everything works on a fresh machine: the first target that needs it makes .venv and installs what is missing.
PYTHON ?= python3
BIN := .venv/bin
GAME ?=
export PARLOUR_CACHE ?= $(CURDIR)/.cache/kernels
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Keep compiled modules, also where the environment forbids it: each of the many processes of the tests would compile them again.
export PYTHONDONTWRITEBYTECODE :=
NPM := npm --prefix web --loglevel=error --no-audit --no-fund --no-update-notifier
# Stamps: what playing needs, and what tests and measurements need as well.
PLAY := .venv/installed-play
DEV := .venv/installed-dev
WEB_BUILD := web/node_modules/.installed-build
WEB_DEV := web/node_modules/.installed-dev
# The built web client, newer than its sources; it shows the rules in the READMEs of the games.
CLIENT := src/parlour/server/static/index.html
CLIENT_SOURCES := $(shell find web src/parlour/games/*/README.md \( -name node_modules -o -name stills \) -prune -o -type f -print)
PYTEST := $(BIN)/pytest --durations=15
# The first that is there: the one without windows needs half the processor time of the others.
BROWSERS := chromium-headless-shell chromium chromium-browser google-chrome
# Twice as many workers as small machines have cores, as many tests wait half of their time; they take tests from each
# other, so that all are busy to the end.
PARALLEL := -n 4 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play terminal dev web test test-fast test-game test-long check check-python check-web warm chromium postgres redis coverage format bench record recorded \
	pictures screens films docs wheel sbom audit release clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1\t/' | expand -t 14

play: $(PLAY) $(CLIENT)  ## build the web client, start the server and print its address
	@$(BIN)/parlour serve

terminal: $(PLAY)  ## play in the terminal: make terminal GAME=checkers
	@$(BIN)/parlour warm
	@$(BIN)/parlour play $(GAME)

dev: $(DEV) $(WEB_DEV)  ## serve pages that reload on every change, server included; Ctrl-C ends both
	@$(BIN)/python -m tools.dev

web: $(CLIENT)  ## build the web client into the server's folder

test: $(DEV) $(WEB_DEV) chromium postgres redis  ## run everything that decides whether a change is good
	@$(MAKE) --no-print-directory -j 2 --output-sync=target check-python check-web warm $(CLIENT)
	$(PYTEST) $(PARALLEL) -m "not alone and not long"
	$(PYTEST) -m "alone and not long"

test-fast: $(DEV) postgres redis  ## lint and run the quick unit tests
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(PYTEST) -n 2 -m "not slow and not alone and not long" tests/unit tests/docs

test-game: $(DEV) $(WEB_DEV)  ## test one game: make test-game GAME=checkers
	@test -n "$(GAME)" || { echo "Name a game: make test-game GAME=checkers"; exit 2; }
	$(PYTEST) -n 2 -m "not alone and not long" --game $(GAME) tests/contract src/parlour/games/$(GAME)/tests
	cd web && npx vitest run src/games/$(GAME)

test-long: test  ## run `make test`, then full matrices, long fuzzing and new random examples
	$(BIN)/pip install --quiet --editable '.[cluster,train]'
	$(PYTEST) $(PARALLEL) -m "long and not alone" --timeout 3600 -o faulthandler_timeout=3000 --hypothesis-profile long
	$(PYTEST) $(PARALLEL) -m "not long and not alone" --timeout 3600 -o faulthandler_timeout=3000 --hypothesis-profile long tests/contract tests/unit

check: check-python check-web  ## check formatting, lint, types and layers: the quick half of `make test`

check-python: $(DEV)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

check-web: $(WEB_DEV)
	$(NPM) run --silent check

warm: $(DEV)
	$(BIN)/parlour warm

chromium:  ## install a browser for the tests of the pages, where there is none
	@for name in $(BROWSERS); do command -v $$name >/dev/null && exit 0; done; \
	if ! command -v apt-get >/dev/null || ! { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then \
		echo "The tests of the pages need a browser. Install Chromium, as 'chromium' on the PATH, and try again."; exit 1; \
	fi; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && \
	{ $$sudo apt-get install -y -qq chromium-headless-shell || $$sudo apt-get install -y -qq chromium; }

postgres:  ## install PostgreSQL for the tests of the storage, where there is none
	@command -v initdb >/dev/null && exit 0; ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && exit 0; \
	if ! command -v apt-get >/dev/null || ! { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then \
		echo "The tests of the storage need PostgreSQL, 13 or newer. Install it, with 'initdb' on the PATH, and try again."; exit 1; \
	fi; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && $$sudo apt-get install -y -qq postgresql

redis:  ## install Redis for the tests of several nodes, where there is none
	@command -v redis-server >/dev/null && exit 0; \
	if ! command -v apt-get >/dev/null || ! { [ "$$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then \
		echo "The tests of several nodes need Redis, 6 or newer. Install it, with 'redis-server' on the PATH, and try again."; exit 1; \
	fi; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	$$sudo apt-get update -qq && $$sudo apt-get install -y -qq redis-server

coverage: $(DEV) postgres redis  ## print which lines outside kernels the quick tests miss
	$(PYTEST) -n 2 -m "not slow and not alone and not long" --cov --cov-report=term-missing --ignore=tests/e2e

format: $(DEV) $(WEB_DEV)  ## format the code and fix what ruff can fix
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	cd web && npx prettier --write --log-level warn .

bench: $(DEV)  ## measure, side by side with other engines, on one core
	$(BIN)/parlour warm
	$(BIN)/python bench/bench_engine.py
	$(BIN)/python bench/bench_solver.py
	$(BIN)/python bench/bench_search.py

record: $(DEV)  ## rewrite the playthroughs of a game: make record GAME=checkers
	PYTHONPATH=tests $(BIN)/python -m tools.playthroughs $(GAME)

recorded: $(DEV)  ## rewrite the matches that the tests of the client replay: make recorded GAME=checkers
	PYTHONPATH=tests $(BIN)/python -m tools.recorded_matches $(GAME)

pictures: $(DEV) $(CLIENT) chromium  ## keep new pictures of the tables for the tests; look at the difference
	RENEW_PICTURES=1 $(PYTEST) tests/e2e/test_pictures.py

screens: $(DEV) $(CLIENT) chromium  ## retake the pictures of docs/screens
	PYTHONPATH=tests $(BIN)/python -m tools.screens

films: $(DEV) $(CLIENT) chromium  ## retake the film strips of docs/screens/films
	PYTHONPATH=tests $(BIN)/python -m tools.films

docs: $(DEV)  ## rewrite the generated pages
	PYTHONPATH=tests $(BIN)/python -m tools.pages

wheel: $(DEV) $(CLIENT)  ## build dist/parlour-*.whl
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

sbom: wheel  ## write the bill of materials of the wheel, dist/parlour-*.cdx.json
	$(BIN)/python -m tools.sbom

audit: $(DEV)  ## look for known vulnerabilities of all pinned packages, where a database answers
	$(BIN)/python -m tools.audit

release: sbom  ## build the wheel and its bill of materials, collect the changelog and print how to tag the version
	$(BIN)/python -m tools.release

clean:  ## remove everything that was installed or built
	rm -rf .venv .cache dist build web/node_modules src/parlour/server/static

$(WEB_BUILD): web/package-lock.json
	@command -v npm >/dev/null || { echo "The web client is built by Node.js, 20 or newer: see https://nodejs.org"; exit 1; }
	@# Not `npm ci`: the lock names what one platform needs, and that refuses to add what another needs instead.
	$(NPM) install --no-save --omit=dev
	@touch $@

$(WEB_DEV): web/package-lock.json
	@command -v npm >/dev/null || { echo "The web client is built by Node.js, 20 or newer: see https://nodejs.org"; exit 1; }
	$(NPM) install --no-save
	@touch $(WEB_BUILD) $@

$(CLIENT): $(CLIENT_SOURCES) | $(WEB_BUILD)
	$(NPM) run --silent build -- --logLevel warn
	@touch $@

$(PLAY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(DEV): $(PLAY)
	$(BIN)/pip install --quiet --editable '.[dev,bench,audit]'
	@touch $@
