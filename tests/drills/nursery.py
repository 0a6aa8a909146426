"""The process that workers of the drills are forked from, on the database of the test or on another one."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from django.db import connection

from evalhub.local.paths import ROOT

KEYS = ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE")


@dataclass(frozen=True)
class Worker:
    """Works until nothing is left to do, with `at_once` calls at a time and leases of so many seconds.

    Leases of workers that are gone run out when the next life begins. Those of workers that live at once are long, so
    that none is taken for dead because the machine is busy.

    At `point`, a name among tests.drills.points.POINTS, it meets its `fate`: one that stalls goes on when all others
    are through.
    """

    point: str = ""
    fate: str = "dies"
    at_once: int = 1
    lease_seconds: float = 30.0
    beat_seconds: float = 0.5
    call_seconds: float = 180.0


def dying(point, *, at_once=1):
    return Worker(point, "dies", at_once)


def stalling(point):
    return Worker(point, "stalls")


@dataclass(frozen=True)
class Ended:
    """`status` is minus the number of a signal, or the exit status: 0 when nothing was left to do."""

    point: str
    pid: int
    status: int


class Nursery:
    """Ready a few seconds after it was made; `variables` are settings of all its workers."""

    def __init__(self, provider, log, **variables):
        self._log = log
        kept = {name: value for name, value in os.environ.items() if not name.startswith(KEYS)}
        settings = {f"{name}_API_BASE": provider.url for name in KEYS[:3]} | {
            "EVALHUB_BATCH_ROWS": "3",
            "EVALHUB_LOG_LEVEL": "WARNING",
        }
        with open(log, "ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.drills.worker"],
                cwd=ROOT,
                env=kept | settings | variables,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    def live(self, *lives):
        """Let workers live one after the other, or at once where a life is a list; returns the Ended as they ended."""
        self.begin(*lives)
        return self.ended()

    def begin(self, *lives, services=None):
        """`live` without waiting for the end, on the database and Redis of these services if given."""
        wanted = [[asdict(worker) for worker in (life if isinstance(life, list) else [life])] for life in lives]
        addresses = {"database": services.database_url, "redis": services.redis_url} if services else None
        self._process.stdin.write(json.dumps({"lives": wanted, "services": addresses}) + "\n")
        self._process.stdin.flush()

    def ended(self):
        return [Ended(*each) for each in self._read()]

    def wait_until_ready(self):
        self._read()

    def close(self):
        self._process.stdin.close()
        try:
            self._process.wait(timeout=90)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process.stdout.close()

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            raise AssertionError(f"The workers' process has ended:\n{self._log.read_text()[-5000:]}")
        return json.loads(line)


def address_of_test_database():
    name = connection.settings_dict["NAME"]
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
