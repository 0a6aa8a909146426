# Each target is one command of evalhub/local, which makes the Python environment by itself.
PYTHON ?= $(shell command -v python3 || command -v python3.13 || command -v python3.11 || echo python3)
LOCAL = $(PYTHON) -m evalhub.local

.DEFAULT_GOAL = help
.PHONY: help up test unit e2e check mutants bench coverage demo screenshots schema translations lock manage

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Further words follow as ARGS: make test ARGS=tests/lib'

up: ## start everything with demo data, and print the address
	@$(LOCAL) up --follow-parent $(ARGS)

test: ## run style, import contracts and the tests, or the files, folders and tests in ARGS
unit: ## run the quick tests that need no database and no browser
e2e: ## run crash drills, upgrades and journeys in a browser
check: ## check style, import contracts, types and Django's settings
mutants: ## put one bug after another into a copy of the tree: do the tests notice?
bench: ## measure speed and memory, and write docs/performance.md
coverage: ## measure how often intervals hold the truth, and write docs/statistics.md
demo: ## make the demo organization, and write the file that make up loads
screenshots: ## take a picture of every screen
schema: ## write evalhub/migrations/schema.sql, which gives an empty database its tables
translations: ## bring the catalogues of other languages up to date, and compile them
lock: ## compile the locks of the dependencies
manage: ## run a Django command: make manage ARGS='invariants'

test unit e2e check mutants bench coverage demo screenshots schema translations lock manage:
	@$(LOCAL) $@ $(ARGS)
