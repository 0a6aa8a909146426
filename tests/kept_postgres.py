"""A throw-away Postgres that stays up between test runs of this checkout: `python -m tests.kept_postgres HOME`.

It ends when no run has used it for half an hour, or when its folder or the checkout is gone.
"""

import fcntl
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from evalhub.local.paths import ROOT, Home, socket_path
from evalhub.local.processes.children import Guard
from evalhub.local.servers.postgres import database_url
from evalhub.local.servers.services import Services

IDLE_SECONDS = 1800
LOOK_SECONDS = 5
START_SECONDS = 120
STARTED = []  # held until this process ends: a Popen that is let go complains that its program goes on
READY = "ready"
USED = "used"


def home():
    """The folder of this checkout's kept Postgres; it need not exist."""
    key = hashlib.sha256(f"{ROOT} {sys.prefix}".encode()).hexdigest()[:12]
    return Home(Path(tempfile.gettempdir()) / f"evalhub-kept-{os.geteuid()}-{key}")


def url():
    """The address that the kept Postgres has, whether it runs or not."""
    return database_url(socket_path(home()))


def ensure():
    """Returns when the kept Postgres accepts connections: the one that runs, or one started now."""
    kept = home()
    kept.create()
    (kept.path / USED).touch()
    with open(kept.path / "start.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_served(kept):
            _start(kept)


def _is_served(kept):
    """The server holds this lock as long as it lives."""
    with open(kept.path / "serve.lock", "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return (kept.path / READY).exists()
    return False


def _start(kept):
    (kept.path / READY).unlink(missing_ok=True)
    with open(kept.log("kept"), "ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.kept_postgres", str(kept.path)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    STARTED.append(process)
    deadline = time.monotonic() + START_SECONDS
    while not (kept.path / READY).exists():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"The Postgres of the tests did not start. Its log: {kept.log('kept')}")
        time.sleep(0.02)


def serve(kept):
    """Runs until nobody uses it any more."""
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    with open(kept.path / "serve.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.environ.pop("DATABASE_URL", None)
        os.environ["REDIS_URL"] = "redis://none.invalid"  # only Postgres is kept
        guard = Guard()
        services = Services(kept, guard=guard, stop_requested=stopped.is_set, say=print, throwaway=True)
        try:
            services.start()
            (kept.path / READY).touch()
            while not stopped.wait(LOOK_SECONDS) and _is_used(kept):
                pass
        finally:
            (kept.path / READY).unlink(missing_ok=True)
            services.stop()
            guard.close()
            shutil.rmtree(kept.path, ignore_errors=True)


def _is_used(kept):
    try:
        idle = time.time() - (kept.path / USED).stat().st_mtime
    except FileNotFoundError:
        return False
    return idle < IDLE_SECONDS and ROOT.exists()


if __name__ == "__main__":
    serve(Home(Path(sys.argv[1])))
