# Everything a developer runs. `make` alone lists it.

PYTHON ?= python3
BIN := .venv/bin
# Each of two processes gets neighbouring tests, which share servers; one that is done takes over from the other.
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

# The modules that mypyc compiles, and all that they may take constants and types from.
COMPILED := $(shell sed -n '/^compiled = \[/,/^\]/s/^ *"\(.*\)".*/\1/p' pyproject.toml)
SOURCES := $(sort $(COMPILED) $(wildcard $(addsuffix *.py,$(sort $(dir $(COMPILED))))))

# The browser client; Node comes with the locked requirements.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
CLIENT := src/elbowroom/server/client/index.html
WEB_SOURCES := $(shell find web/src web/tools web/public -type f -not -path '*/compiled/*' -not -path '*/src/fonts/*' -not -name emblems.svg -not -name ownEmblems.svg) \
	$(wildcard web/*.ts web/*.js web/*.html web/*.json src/elbowroom/content/locales/*.json src/elbowroom/content/base/*.json)
# Finds a browser, or installs it, and puts its path into a variable.
browser = $(1)=$$($(BIN)/python tools/browser.py $(2)) && export $(1)

# Nothing left over in the caller's environment may steer what happens here.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONOPTIMIZE VIRTUAL_ENV CONDA_PREFIX
unexport PIP_TARGET PIP_PREFIX PIP_USER PIP_REQUIRE_VIRTUALENV UV_PYTHON UV_SYSTEM_PYTHON
unexport MYPYPATH PYTEST_ADDOPTS PYTEST_PLUGINS COVERAGE_FILE COVERAGE_RCFILE
unexport ELBOWROOM_INTERPRETED ELBOWROOM_PURE ELBOWROOM_WITHOUT_CLIENT
export MAKE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: stale web web-dev web-types web-test browser-test browser-test-all browsers browsers-quick browsers-languages icons screenshots bench-web \
	examples ray-test strength strength-quick load-peers help setup play test check format format-check lint types imports coverage terminal-languages proofs catalogues language \
	simulation traits gallery-replays chaos chaos-quick load load-quick mutants mutants-quick docs-test wheel wasm site wasm-test wasm-proof offline-test offline-proof bench-offline container audit soak bench bench-moves bench-turns bench-peers lock clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
		while IFS='|' read -r target text; do printf '  %-14s %s\n' "$$target" "$$text"; done

setup: .venv/.compiled ## create .venv, install the locked requirements, compile the engine

play: setup web ## play in the browser: starts the server and opens the page
	$(BIN)/elbowroom play

test: setup web ## run the tests on the compiled engine, then those of the client, also in a real browser
	$(PYTEST)
	+@$(MAKE) --no-print-directory web-test browser-test

web: $(CLIENT) ## build the browser client

web-dev: setup web/node_modules/.installed ## the client on port 5173, made again as you save; needs `elbowroom serve` beside it
	cd web && $(NODE) npm run dev

web-types: setup web/node_modules/.installed ## make the client's types from the server's schema
	@mkdir -p build
	$(BIN)/python tools/openapi.py > build/openapi.json
	cd web && $(NODE) npx openapi-typescript ../build/openapi.json -o src/api/schema.ts

web-test: setup web/node_modules/.installed ## are the client's types, words and style right, and its tests green?
	@mkdir -p build
	$(BIN)/python tools/openapi.py > build/openapi.json
	cd web && $(NODE) npx openapi-typescript ../build/openapi.json -o ../build/schema.ts
	cmp build/schema.ts web/src/api/schema.ts || { echo "web/src/api/schema.ts is stale: make web-types"; exit 1; }
	cd web && $(NODE) npm run words -- --strict && $(NODE) npm run emblems && $(NODE) npm run fonts
	cd web && $(NODE) npx svelte-check --tsconfig ./tsconfig.json --fail-on-warnings
	cd web && $(NODE) npm run lint
	cd web && $(NODE) npm test

browser-test: setup web ## play in a real browser on the real server
	$(call browser,CHROMIUM,chromium) && cd web && $(NODE) npx playwright test --project=play

browser-test-all: setup web ## the same with whole games, and every size in every theme
	+LONG=1 $(MAKE) --no-print-directory browser-test

browsers: site ## play in Firefox and in WebKit: a whole game on a server, and one that begins from static files
	$(call browser,FIREFOX,firefox) && $(call browser,WEBKIT,webkit) && cd web && $(NODE) npx playwright test --project=browsers --grep 'whole game|static files'

browsers-quick: setup web ## the first turns of a game in Firefox
	$(call browser,FIREFOX,firefox) && cd web && $(NODE) npx playwright test --project=browsers --grep 'first game turns'

browsers-languages: setup web ## look at the screens of the game in all languages: is nothing cut, nothing left in English?
	$(call browser,CHROMIUM,chromium) && cd web && LANGUAGES="$${LANGUAGES:-all}" $(NODE) npx playwright test --project=play e2e/languages.spec.ts

icons: setup ## make the icons and screenshots of the installed app from the drawings in web/public and the pictures in docs/img
	$(BIN)/python -m tools.icons

screenshots: setup web ## take the pictures of docs/img
	$(call browser,CHROMIUM,chromium) && cd web && $(NODE) npx playwright test --project=screenshots

bench-web: setup web ## measure the client: size, time from click to effect, work per frame
	cd web && $(NODE) npx vitest bench --run src/narration
	$(call browser,CHROMIUM,chromium) && cd web && $(NODE) npx playwright test --project=bench

check: ## run everything that a change must pass
	+@$(PYTHON) tools/steps.py setup test browsers-quick format-check lint types imports coverage proofs \
		simulation chaos-quick load-quick mutants-quick strength-quick ray-test examples docs-test wheel wasm-test offline-test

night: setup ## run all long targets one after the other and write runs/night/report.md (resumed from runs/night)
	$(BIN)/python tools/night.py

format: setup ## format the code and apply safe fixes
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

format-check: setup ## is the code formatted?
	$(BIN)/ruff format --check

lint: setup ## does ruff find anything?
	$(BIN)/ruff check

types: setup ## do the types hold (mypy, strict)?
	$(BIN)/mypy

imports: setup ## do all imports point down the layers?
	$(BIN)/lint-imports

coverage: setup ## run the tests of the game on the interpreted engine, measuring coverage
	ELBOWROOM_INTERPRETED=1 $(PYTEST) -m 'not long' tests/engine tests/rulebook tests/rules --cov --cov-report=term

interpreted: setup ## run all tests of the game on the interpreted engine, also the long ones
	ELBOWROOM_INTERPRETED=1 $(PYTEST) tests/engine tests/rulebook tests/rules

terminal-languages: setup ## play a whole game in the terminal in every language
	LONG=1 $(PYTEST) tests/cli/test_terminal_language.py

proofs: setup ## is every rule of the ledger proved by a test?
	$(BIN)/python tools/proofs.py --check

catalogues: setup ## write docs/reference from the code, the tables of docs/balance.md, and the lists of unread texts in docs/languages
	$(BIN)/python tools/catalogues.py
	$(BIN)/python -m tools.balance_page
	$(BIN)/python -m tools.language --write

language: setup ## what is missing, too long or suspicious in a language: make language NAME=fi
	@$(BIN)/python -m tools.language $(NAME)

simulation: setup ## play 2,000 games for 2 to 5 players, checking every state
	$(BIN)/elbowroom simulate --check --games 2000 --players 2-5

mutants: setup ## break the rules on purpose: do the tests notice?
	$(BIN)/python tools/mutants.py

mutants-quick: setup ## a small sample of the same
	$(BIN)/python tools/mutants.py --quick

traits: setup ## play 20,000 checked games with own races and powers that have every trait
	$(BIN)/python tools/traits.py

gallery-replays: setup ## replay 10,000 games with creations that have newer versions and were withdrawn
	LONG=1 $(BIN)/python -m pytest -q -p no:cacheprovider --durations=3 tests/server/test_gallery_replays.py -k byte_for_byte

chaos: setup ## kill, freeze and starve servers and databases while people play, then hostile clients (resumed from runs/chaos)
	$(BIN)/python -m tools.chaos

chaos-quick: setup ## a small version of the same
	$(BIN)/python -m tools.chaos --quick

load: setup ## 2,000 players on this machine: how fast, how much memory, how soon back after a kill?
	$(BIN)/python -m tools.load

load-quick: setup ## a small version of the same
	$(BIN)/python -m tools.load --quick

load-peers: setup ## the same load on this server and on one with boardgame.io, one after the other
	$(BIN)/python -m tools.load --players 200 --rate 100 --seconds 20
	cd benchmarks/boardgameio && $(NODE) npm ci --no-fund --no-audit && $(NODE) node crowd.js --players 200 --rate 100 --seconds 20

docs-test: setup ## run the examples in the documentation
	$(BIN)/python -m pytest --doctest-glob='*.md' README.md docs

wheel: setup web ## build the wheel, install it in an empty environment, and simulate games there
	ELBOWROOM_PURE=0 $(BIN)/python tools/fresh_wheel.py --check --games 100 --players 2-5

wasm: setup ## make the engine for browsers in dist/wasm, also as an archive for hosts; what it fetches is kept outside the clone
	$(NODE) $(BIN)/python -m tools.wasm

# Where the static site is written, and the address of a server that its pages point to, if any.
OUT ?= dist/site
SERVER ?=

site: web wasm ## write the static site, playable from any host of plain files: make site OUT=dist/site SERVER=https://host
	$(NODE) $(BIN)/python -m tools.site --out $(OUT) --server "$(SERVER)"

wasm-test: wasm ## does the engine for the browser play as the native one? (under Node)
	$(BIN)/python -m tools.wasm.parity

offline-test: site ## play a whole game from the static site, and go on with one without a network
	$(call browser,CHROMIUM,chromium) && cd web && $(NODE) npx playwright test --project=offline --grep 'whole game|middle of a turn'

offline-proof: site ## everything that can go wrong on a device: killed browsers, full disks, cut downloads, two tabs, updates
	$(call browser,CHROMIUM,chromium) && cd web && LONG=1 $(NODE) npx playwright test --project=offline

wasm-proof: wasm ## the same with 10,000 games (resumed from runs/wasm-proof)
	$(BIN)/python -m tools.wasm.parity --games 10000

container: setup web ## run the steps of deploy/Containerfile without a container, and ask the server whether it is well
	$(BIN)/python tools/container.py

audit: setup ## are weaknesses known of a package that is pinned? (asks the package index)
	$(BIN)/python tools/audit.py

strength: setup ## measure the computer players against each other (resumed from runs/strength)
	$(BIN)/python tools/strength.py

strength-quick: setup ## a small version of the same
	rm -rf build/strength
	$(BIN)/python tools/strength.py --games 4

soak: setup ## play for a long time, looking for anything odd
	$(BIN)/python tools/soak.py

bench: setup ## measure the speed of the engine
	$(BIN)/elbowroom bench

bench-moves: setup ## what a move costs the server without disk and sockets, and how many bytes it sends
	$(BIN)/python benchmarks/moves.py

bench-offline: site ## measure the engine for the browser: size, start, memory, and how long the levels think
	$(BIN)/python -m benchmarks.offline
	$(call browser,CHROMIUM,chromium) && cd web && $(NODE) npx playwright test --project=bench-offline

bench-turns: setup ## count the commits of computers' turns at tables of a server
	$(BIN)/python benchmarks/computer_turns.py

ray-test: .venv-ray/.installed ## test the cluster back end on a real local Ray
	.venv-ray/bin/python -m pytest -p no:cacheprovider tests/arena/test_ray.py

examples: .venv-examples/.installed ## run the examples for researchers in small
	.venv-examples/bin/python examples/random_baseline.py --games 20
	.venv-examples/bin/python examples/mcts_bot.py --games 2 --simulations 20
	.venv-examples/bin/python examples/masked_ppo.py --steps 16384 --games 100 --save build/examples/masked_ppo.zip
	.venv-examples/bin/python examples/rllib_ppo.py --iterations 2 --batch 512

bench-peers: .venv-peers/.installed ## measure other engines beside ours
	.venv-peers/bin/python benchmarks/peers.py

clean: ## remove the environments and everything built
	rm -rf .venv .venv-peers .venv-ray .venv-examples web/node_modules src/elbowroom/server/client src/elbowroom/server/engine build dist htmlcov .coverage .coverage.* src/*.egg-info
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools \( -name '*.so' -o -name '*.pyd' -o -name '*.pyc' -o -name compiled.stamp \) -delete

$(CLIENT): web/node_modules/.installed $(WEB_SOURCES)
	cd web && $(NODE) npm run build
	@touch $@

# The stamps: each says that a stage of the setup is newer than what it was made from.

.venv/.uv: requirements/uv.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 is needed" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements/uv.txt
	@touch $@

.venv/.requirements: .venv/.uv requirements/dev.txt
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes \
		requirements/uv.txt requirements/dev.txt
	@touch $@

# Compiling is a stage of its own, so that only what changed is compiled again.
.venv/.installed: .venv/.requirements pyproject.toml setup.py
	ELBOWROOM_PURE=1 $(BIN)/uv pip install --quiet --python $(BIN)/python \
		--no-deps --no-build-isolation --editable .
	@touch $@

# A source may be another one without being newer, as after copying files with their dates: the stamp knows.
STALE := $(shell $(PYTHON) -I src/elbowroom/stale_check.py 2>&1)

.venv/.compiled: .venv/.installed $(SOURCES) $(if $(STALE),stale)
	ELBOWROOM_PURE=0 $(BIN)/python setup.py --quiet build_ext --inplace \
		$(if $(filter .venv/.installed stale,$?),--force)
	$(BIN)/python -I tools/compiled.py --prune
	@touch $@

# Not `npm ci`: it refuses a lock that lacks the binaries of other systems, and an index need not have them.
web/node_modules/.installed: .venv/.requirements web/package.json web/package-lock.json
	cd web && $(NODE) npm install --no-save --loglevel=error
	@touch $@

.venv-peers/.installed: .venv/.compiled requirements/peers.txt
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-peers
	$(BIN)/uv pip sync --quiet --python .venv-peers/bin/python --require-hashes \
		requirements/peers.txt
	ELBOWROOM_PURE=1 $(BIN)/uv pip install --quiet --python .venv-peers/bin/python \
		--no-deps --no-build-isolation --editable .
	@touch $@

.venv-ray/.installed: .venv/.compiled requirements/ray.txt
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-ray
	$(BIN)/uv pip sync --quiet --python .venv-ray/bin/python --require-hashes \
		requirements/uv.txt requirements/ray.txt
	ELBOWROOM_PURE=1 $(BIN)/uv pip install --quiet --python .venv-ray/bin/python \
		--no-deps --no-build-isolation --editable .
	@touch $@

# Torch is in no lock (requirements/torch.txt says why); pip installs it beside what is locked.
.venv-examples/.installed: .venv/.compiled requirements/examples.txt requirements/torch.txt
	$(PYTHON) -m venv --clear .venv-examples
	$(BIN)/uv pip install --quiet --python .venv-examples/bin/python --no-deps --require-hashes \
		-r requirements/examples.txt
	.venv-examples/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/torch.txt
	ELBOWROOM_PURE=1 $(BIN)/uv pip install --quiet --python .venv-examples/bin/python \
		--no-deps --no-build-isolation --editable .
	.venv-examples/bin/python -m pip check
	@touch $@

# Pins are kept while they satisfy the lists; `make lock LOCK_FLAGS=--upgrade` takes the newest.
LOCK_FLAGS ?=
LOCK := $(BIN)/uv pip compile --quiet --generate-hashes --no-emit-index-url --universal \
	--python-version 3.11 --custom-compile-command "make lock" $(LOCK_FLAGS)

lock: .venv/.uv ## pin all requirements, with hashes
	$(call lock,uv,requirements/uv.in)
	$(call lock,runtime,pyproject.toml)
	$(call lock,dev,pyproject.toml --extra arena --extra rl --extra server requirements/dev.in -c requirements/runtime.txt)
	$(call lock,server,pyproject.toml --extra server -c requirements/dev.txt)
	$(call lock,ray,pyproject.toml --extra ray requirements/ray.in -c requirements/dev.txt)
	$(call lock,examples,pyproject.toml --extra rl requirements/examples.in \
		--excludes requirements/torch.txt -c requirements/ray.txt)
	$(call lock,peers,pyproject.toml --extra rl requirements/peers.in -c requirements/dev.txt)
	$(call lock,wasm,requirements/wasm.in -c requirements/dev.txt)

# A file that stays the same keeps its date, so that no environment is made again for nothing.
define lock
cp requirements/$(1).txt requirements/$(1).new
$(LOCK) $(2) -o requirements/$(1).new
cmp -s requirements/$(1).new requirements/$(1).txt || cp requirements/$(1).new requirements/$(1).txt
rm requirements/$(1).new
endef
