# Each target is one command of evalhub/local, which makes the Python environment by itself.
PYTHON ?= $(shell command -v python3 || command -v python3.11 || echo python3)
LOCAL = $(PYTHON) -m evalhub.local

.PHONY: up test unit e2e check mutants bench coverage screenshots lock manage

up:
	@$(LOCAL) up --follow-parent $(ARGS)

test:
	@$(LOCAL) test $(ARGS)

unit:
	@$(LOCAL) unit $(ARGS)

e2e:
	@$(LOCAL) e2e $(ARGS)

check:
	@$(LOCAL) check

mutants:
	@$(LOCAL) mutants $(ARGS)

bench:
	@$(LOCAL) bench $(ARGS)

coverage:
	@$(LOCAL) coverage $(ARGS)

screenshots:
	@$(LOCAL) screenshots $(ARGS)

lock:
	@$(LOCAL) lock $(ARGS)

manage:
	@$(LOCAL) manage $(ARGS)
