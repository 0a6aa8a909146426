"""Pytest plugin, named first: throw-away Postgres and Valkey, running before Django reads its settings.

DATABASE_URL and REDIS_URL win when they are given. Under xdist all workers share the Postgres of the main process, in
databases of their own, and each has its own Valkey and its own EVALHUB_HOME.
"""

import atexit
import contextlib
import os
import secrets
import shutil
import tempfile
from pathlib import Path

import pytest

from evalhub.local.places import Home
from evalhub.local.processes import Guard
from evalhub.local.services import Services

PREFIX = "evalhub-test-"
OWN_REDIS = "EVALHUB_TEST_OWN_REDIS"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests():
    begin()
    return (yield)


def begin():
    home = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    remove_leftovers()
    if os.environ.get("PYTEST_XDIST_WORKER") and os.environ.get(OWN_REDIS):
        del os.environ["REDIS_URL"]
    elif not os.environ.get("REDIS_URL"):
        os.environ[OWN_REDIS] = "1"
    start_services(Home(home))
    os.environ["EVALHUB_HOME"] = str(home)
    os.environ["EVALHUB_MODE"] = "test"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(50))
    # On a busy machine many wait for one lock: that they wait is tested, not for how long.
    os.environ.setdefault("EVALHUB_LOCK_SECONDS", "60")
    os.environ.setdefault("EVALHUB_STATEMENT_SECONDS", "60")


def start_services(home):
    """Starts what the environment does not name, and names it there; it ends with this process, however that ends."""
    home.create()
    guard = Guard()
    services = Services(home, guard=guard, stop_requested=lambda: False, say=print, throwaway=True)
    atexit.register(guard.close)
    atexit.register(services.stop)
    services.start()
    os.environ["DATABASE_URL"] = services.database_url
    os.environ["REDIS_URL"] = services.redis_url


def remove_leftovers():
    """Removes the folders of test runs that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
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
