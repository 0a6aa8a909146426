"""`make check`, `make test` and its parts, `make bench` and others: what is run inside of the dev environment."""

import os
import resource
import secrets
import subprocess
import sys

from evalhub.local.bootstrap import PYTHON
from evalhub.local.browser import find_browser
from evalhub.local.paths import ROOT

# One file stays in one process: what a file starts once is started once. The order is tests/conftest.py's.
PARALLEL = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
WAITING = ("-n", "3", *PARALLEL[2:])  # most of the time for processes, leases and pages
# What starts processes or a browser: `make e2e` runs it, `make test` does not.
END_TO_END = ("tests/end_to_end", "tests/drills", "tests/local", "tests/migrations", "tests/browser")
# makemigrations would like to ask a database, and says so when there is none.
QUIET = ("-W", "ignore::RuntimeWarning")
# Django's own checks read the settings but touch no server.
PLACEHOLDERS = {
    "DATABASE_URL": "postgresql://evalhub@127.0.0.1/evalhub",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "EVALHUB_MODE": "test",
}


def check():
    """Style, import contracts, types and Django's checks. Returns the exit status."""
    django = PLACEHOLDERS | {"SECRET_KEY": secrets.token_urlsafe(50)} | os.environ
    checks = [
        _run("ruff", "check", ".", module="ruff"),
        _run("ruff format", "format", "--check", "--quiet", ".", module="ruff"),
        _lint_imports(),
        _run("basedpyright", "--pythonpath", str(PYTHON), module="basedpyright"),
        _run("manage.py check", str(ROOT / "manage.py"), "check", environment=django),
        _run(
            "manage.py makemigrations", *QUIET, str(ROOT / "manage.py"), "makemigrations", "--check", environment=django
        ),
        _run("wheels of each Python", module="tests.wheels"),
    ]
    return int(any(checks))


def test(arguments):
    """Style, import contracts and all tests but those of END_TO_END; where files are named, only these, in one process
    and on services that stay up.

    All parts run even if one fails, so one run shows all that is wrong.
    """
    # Whether a word is a file, a folder or a test of the tree, such as tests/lib/test_ids.py::test_order.
    if any(not word.startswith("-") and (ROOT / word.split("::")[0]).exists() for word in arguments):
        return _pytest(arguments, find_browser(install=False))
    others = [f"--ignore={folder}" for folder in END_TO_END]
    checks = [
        _run("ruff", "check", ".", module="ruff"),
        _run("ruff format", "format", "--check", "--quiet", ".", module="ruff"),
        _lint_imports(),
        _pytest([*PARALLEL, "--durations=20", *others, *arguments]),
    ]
    _say_processor_seconds()
    return int(any(checks))


def unit(arguments):
    """The tests that need no database and no browser, but those marked slow; nothing is started for them."""
    return _pytest([*PARALLEL, "--kind=pure", "-m", "not slow", *arguments])


def e2e(arguments):
    """Crash drills, upgrades, races, and journeys in a browser."""
    browser = find_browser()
    if browser.missing:
        print(f"Browser tests cannot run: {browser.missing}", file=sys.stderr)
        if os.environ.get("CI", "").lower() not in ("", "0", "false", "no"):
            print("In CI that is a failure.", file=sys.stderr)
            return 1
    status = _pytest([*WAITING, "--durations=20", *arguments, *END_TO_END], browser)
    _say_processor_seconds()
    return status


def run_module(module, arguments):
    """A program of the test tree that wants the dev environment and a browser."""
    environment = os.environ | find_browser().environment()
    return _run(module, *arguments, module=module, environment=environment)


def _pytest(words, browser=None):
    environment = os.environ | (browser.environment() if browser else {})
    return _run("pytest", *words, module="pytest", environment=environment)


def _say_processor_seconds():
    """Of all that was started and has ended, Postgres included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"== {used.ru_utime + used.ru_stime:.0f} CPU seconds", file=sys.stderr, flush=True)


def _lint_imports():
    # The contracts' program has no module entry point; its script lies beside Python.
    return _run("lint-imports", str(PYTHON.with_name("lint-imports")))


def _run(title, *words, module=None, environment=None):
    print(f"== {title}", file=sys.stderr, flush=True)
    command = [str(PYTHON), *(["-m", module] if module else []), *words]
    return subprocess.run(command, cwd=ROOT, env=environment or os.environ, check=False).returncode
