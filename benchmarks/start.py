"""Seconds until `make up` says its address: in a fresh clone, packages from pip's cache, and again in that clone."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Section
from evalhub.local.paths import ROOT

UP = (sys.executable, "-m", "evalhub.local", "up")
PACKAGES_DONE, READY = "Preparing the database", "EvalHub is ready"
# Said to this process: the clone has services, settings and a Python environment of its own.
LEFT_OUT = {"DATABASE_URL", "REDIS_URL", "EVALHUB_MODE", "EVALHUB_HOME", "SECRET_KEY", "EVALHUB_SIMULATED_URL"}
LEFT_OUT |= {"VIRTUAL_ENV", "PYTHONPYCACHEPREFIX", "PYTHONHOME", "PYTHONPATH", "MAKEFLAGS", "MAKELEVEL", "ARGS"}


def run(site, *, quick):
    section = Section("Start", "make bench ARGS='start'")
    rows = [_clone() for _ in range(1 if quick else 3)]
    section.text.append("Seconds of `make up` in clones of their own, one after the other, with the demo.")
    section.table(
        ["clone", "first start", "of it behind the packages", "later start"],
        [[str(number), *(f"{each:.1f}" for each in row)] for number, row in enumerate(rows, start=1)],
    )
    first, own, later = map(max, zip(*rows, strict=True))
    section.at_most("first start, packages from the cache, the slowest", first, 15, "s")
    section.at_most("of it behind the packages", own, 6, "s")
    section.at_most("later start", later, 3, "s")
    return section


@dataclass(frozen=True)
class Started:
    """`own` are the seconds since the packages were there; None at a later start."""

    pid: int
    seconds: float
    own: float | None


def _clone():
    """(first start, of it behind the packages, later start) in seconds."""
    folder = Path(tempfile.mkdtemp(prefix="evalhub-bench-"))
    try:
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        with stack(["make", "up"], folder) as first:
            pass
        with stack(["make", "up"], folder) as later:
            pass
        return first.seconds, first.own, later.seconds
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def stack(command, folder, **variables):
    """Started, which the command brought up in this folder; until the block ends."""
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    begun, packages = time.perf_counter(), None
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment | {"PORT": "0"} | variables,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            said = []
            for line in process.stdout:
                said.append(line)
                if line.startswith(PACKAGES_DONE):
                    packages = time.perf_counter()
                if line.startswith(READY):
                    break
            else:
                raise SystemExit(f"`make up` ended before it was ready:\n{''.join(said)}")
            ready = time.perf_counter()
            yield Started(process.pid, ready - begun, ready - packages if packages else None)
        finally:
            os.killpg(process.pid, signal.SIGINT)
            process.stdout.read()
