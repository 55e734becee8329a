# Thin on purpose: it builds a virtual environment from the lock, then hands over to Python.
# Without make: python3 -m venv .venv, then .venv/bin/python -m pip install -r requirements.lock, then ./fireside play

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash

VENV ?= .venv
BIN := $(VENV)/bin
UV_VERSION := 0.13.8
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PY ?= $(shell for p in python3.11 python3 python; do \
	"$$p" -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && { echo "$$p"; break; }; done)
IN_FILE := $(shell grep -sqE '^ *(DATABASE|REDIS)_URL *= *[^ ]' fireside.env && echo yes)
RUN_SET := $(VENV)/.run$(if $(strip $(DATABASE_URL)$(REDIS_URL)$(IN_FILE)),-scale)
DEV_SET := $(VENV)/.dev
TEMPLATES = $(shell find templates tests/toy/templates tests/parlour/templates -name '*.html' -o -name '*.txt')
LOCKS := uv.lock requirements.lock requirements-scale.lock requirements-dev.lock

# An environment whose Python is gone or does not run (the system has a newer one now) is made anew.
ifneq ($(wildcard $(VENV)/pyvenv.cfg),)
ifneq ($(shell $(BIN)/python -c '$(NEW_ENOUGH)' >/dev/null 2>&1 && echo runs),runs)
$(shell rm -f $(BIN)/python $(VENV)/.run $(VENV)/.run-scale $(DEV_SET))
endif
endif

.PHONY: help play install venv test bench soak check format lock screenshots clean

help:
	@echo "make play         start the server on this network"
	@echo "make install      get what it needs, and start nothing; then ./fireside play"
	@echo "make test         run the tests on all cores (ARGS='-n 0 tests/rules' goes to pytest)"
	@echo "make check        ruff, mypy, import-linter, templates, stylesheets, locks, migrations"
	@echo "make format       lay Python, templates and stylesheets out as make check wants them"
	@echo "make bench        measure; make soak: the long trial; make screenshots: the README's pictures"
	@echo "make lock         renew the locks after a change in pyproject.toml"
	@echo "make clean        remove the environment and what was built (never the data folder)"

play: $(RUN_SET)
	@$(BIN)/python manage.py play $(ARGS)

install: $(RUN_SET)

venv: $(DEV_SET)

# Without files of bytecode each worker, and each server that it starts, would compile some two thousand files anew.
test: $(DEV_SET)
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n logical --dist loadfile --no-loadscope-reorder $(ARGS)

bench: $(DEV_SET)
	$(BIN)/python -m tests.bench $(ARGS)

soak: $(DEV_SET)
	$(BIN)/python -m tests.soak $(ARGS)

screenshots: $(DEV_SET)
	$(BIN)/python -m tests.screenshots $(ARGS)

check: $(DEV_SET)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	FIRESIDE_DATA=build/check $(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/djade --check --target-version 5.2 $(TEMPLATES)
	$(BIN)/djhtml --check --tabwidth 2 templates tests/toy/templates tests/parlour/templates
	$(BIN)/djlint --lint --quiet templates tests/toy/templates tests/parlour/templates
	$(BIN)/oxfmt --check static/css
	$(BIN)/python -m tests.server.locks
	@mkdir -p build/check
	FIRESIDE_DATA=build/check $(BIN)/python manage.py makemigrations --check --dry-run

format: $(DEV_SET)
	$(BIN)/ruff check --select I --fix --quiet .
	$(BIN)/ruff format .
	@$(BIN)/djade --target-version 5.2 $(TEMPLATES)
	$(BIN)/djhtml --tabwidth 2 templates tests/toy/templates tests/parlour/templates
	$(BIN)/oxfmt static/css

lock: $(DEV_SET)
	$(BIN)/uv lock
	$(BIN)/python -m tests.server.locks --write

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

# The environment: uv where it can be had, else pip with hashes. A marker file says which set is complete.
$(BIN)/python:
	@if [ -z "$(PY)" ]; then \
	  echo "Fireside needs Python 3.11 or newer, and none was found. Install it (Debian and Ubuntu:"; \
	  echo "sudo apt install python3 python3-venv; otherwise python.org), or name one: make play PY=/path/to/python3."; \
	  exit 1; fi
	@"$(PY)" -c '$(NEW_ENOUGH)' || { echo "$(PY) is older than Python 3.11. Name a newer one: make play PY=/path/to/python3."; exit 1; }
	@echo "Making a virtual environment in $(VENV) ..."
	@"$(PY)" -m venv $(if $(wildcard $(VENV)/pyvenv.cfg),--clear) "$(VENV)" || { rm -rf "$(VENV)"; \
	  echo "No virtual environment could be made. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }

# Pip and uv by way of Python: their scripts name the folder in which they were installed, which may have moved since.
# Uv knows nothing of the certificates, mirrors and proxies that pip was told of; then pip installs.
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check
LOG := $(VENV)/install.log

define install
@echo "Installing what $(VENV) lacks ..."
@{ $(PIP) --retries 1 "uv==$(UV_VERSION)" && VIRTUAL_ENV=$(VENV) $(BIN)/uv sync -q --active --frozen --inexact $(1); \
  } >$(LOG) 2>&1 || $(PIP) --retries 2 --require-hashes -r $(2) >>$(LOG) 2>&1 || { $(say_why); exit 1; }
@touch $@
endef

define say_why
if grep -qiE 'name resolution|getaddrinfo|unreachable|refused|timed out' $(LOG); then \
  echo "Nothing could be fetched: there is no way to the package index. Is this machine online, and does pip know its proxy?"; \
elif grep -qi 'certificate' $(LOG); then \
  echo "Nothing could be fetched: the package index has a certificate that is not known here. Tell pip of your own:"; \
  echo "pip config set global.cert /path/to/certificates.pem"; \
elif grep -qi 'no space left' $(LOG); then echo "The disk is full. Make room, then type it again."; \
else tail -n 5 $(LOG); fi; \
echo "All that was said stands in $(LOG)."
endef

$(VENV)/.run: $(LOCKS) | $(BIN)/python
	$(call install,--no-dev,requirements.lock)

$(VENV)/.run-scale: $(LOCKS) | $(BIN)/python
	$(call install,--no-dev --all-extras,requirements-scale.lock)

$(VENV)/.dev: $(LOCKS) | $(BIN)/python
	$(call install,--all-groups --all-extras,requirements-dev.lock)
