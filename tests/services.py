"""Pytest plugin, named first: where Postgres and Valkey are, before Django reads its settings, and who starts them.

DATABASE_URL and REDIS_URL win when they are given. Otherwise

- a run with several workers starts both for itself and removes them at its end: all workers share its Postgres, in
  databases of their own, and each has its own Valkey and its own EVALHUB_HOME;
- a run in one process starts nothing until a test needs it, and then uses a Postgres that stays up for the next run
  (tests/kept_postgres.py);
- `--kind=pure` starts nothing.
"""

import atexit
import contextlib
import os
import secrets
import shutil
import tempfile
from pathlib import Path

import pytest

from evalhub.local.paths import Home, make_socket_folder
from evalhub.local.processes.children import Guard
from evalhub.local.servers.services import Services
from evalhub.local.servers.valkey import broker_url
from tests import kept_postgres
from tests.kinds import needs_services

PREFIX = "evalhub-test-"
# What a run writes is in memory where that has room for it: thousands of files come and go.
MEMORY = Path("/dev/shm")
ENOUGH = 4 * 2**30
HAS_ROOM = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH
FOLDER = MEMORY if HAS_ROOM else Path(tempfile.gettempdir())
OWN_REDIS = "EVALHUB_TEST_OWN_REDIS"
LATER = []  # what is started once a test needs it


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config):
    options = early_config.known_args_namespace
    begin(is_parallel=bool(getattr(options, "numprocesses", None)), is_pure=options.kind == "pure")
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session):
    if any(map(needs_services, session.items)):
        while LATER:
            LATER.pop(0)()


def begin(*, is_parallel, is_pure):
    home = Home(new_folder())
    atexit.register(shutil.rmtree, home.path, ignore_errors=True)
    remove_leftovers()
    home.create()
    if os.environ.get("PYTEST_XDIST_WORKER") and os.environ.get(OWN_REDIS):
        del os.environ["REDIS_URL"]
    elif not os.environ.get("REDIS_URL"):
        os.environ[OWN_REDIS] = "1"
    if is_pure or os.environ.get("PYTEST_XDIST_WORKER") or not is_parallel:
        name_services(home, is_pure=is_pure)
    else:
        start_services(home)
    os.environ["EVALHUB_HOME"] = str(home.path)
    os.environ["EVALHUB_MODE"] = "test"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    # Tests ask more of one key than programs do. Those of the limits set them.
    for kind in ("SYNC", "BATCH", "QUERY", "ORGANIZATION"):
        os.environ.setdefault(f"EVALHUB_{kind}_REQUESTS", "0")
    # On a busy machine many wait for one lock: that they wait is tested, not for how long.
    os.environ.setdefault("EVALHUB_LOCK_SECONDS", "60")
    os.environ.setdefault("EVALHUB_STATEMENT_SECONDS", "60")


def new_folder():
    """A new folder, which the next run removes should this process be killed."""
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=FOLDER))


def name_services(home, *, is_pure):
    """Names services in the environment that run, or that are started once a test needs them.

    A run of pure tests names a Postgres that nobody starts: a test that needs one fails there, whatever else runs.
    """
    if is_pure:
        os.environ["DATABASE_URL"] = "postgresql://pure@127.0.0.1:1/no_database_for_pure_tests"
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = kept_postgres.url()
        LATER.append(kept_postgres.ensure)
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = broker_url(make_socket_folder(home))
        LATER.append(lambda: start_services(home, own=("REDIS_URL",)))


def start_services(home, own=()):
    """Starts what the environment does not name, or names as `own`; it ends with this process, however that ends."""
    for name in own:
        del os.environ[name]
    guard = Guard()
    services = Services(home, guard=guard, stop_requested=lambda: False, say=print, throwaway=True)
    atexit.register(guard.close)
    atexit.register(services.stop)
    services.start()
    os.environ["DATABASE_URL"] = services.database_url
    os.environ["REDIS_URL"] = services.redis_url


def remove_leftovers():
    """Removes the folders of test runs that were killed."""
    for folder in FOLDER.glob(f"{PREFIX}*"):
        pid = folder.name.removeprefix(PREFIX).split("-")[0]
        # Another run may remove it at this moment.
        with contextlib.suppress(FileNotFoundError):
            if folder.stat().st_uid == os.geteuid() and pid.isdigit() and not is_running(int(pid)):
                shutil.rmtree(folder, ignore_errors=True)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
