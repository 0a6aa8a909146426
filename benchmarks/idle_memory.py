"""The whole stack as `make up` starts it: time of the first and of later starts, memory and CPU at rest."""

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

from benchmarks import process_tree
from benchmarks.figures import Section, median
from evalhub.local.instance import read_record
from evalhub.local.paths import ROOT, Home

READY = "EvalHub is ready"
SETTLING_SECONDS = 60
BESIDE = {"models", "people"}  # the processes beside the worker that are there while they have work
REST_SECONDS = 300


def run(site, *, quick):
    section = Section("Start and memory at rest", "make bench ARGS='idle_memory'")
    folder = Path(tempfile.mkdtemp(prefix="evalhub-bench-"))
    try:
        with stack(folder) as first:
            after_first = memory_at_rest(folder, first.pid)
            share = cpu_at_rest(first.pid, seconds=30 if quick else REST_SECONDS)
        later = []
        for number in range(1 if quick else 3):
            with stack(folder) as started:
                later.append(started.seconds)
                if number == 0:
                    after_later = memory_at_rest(folder, started.pid)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    section.text.append(
        f"Proportional set size in MB, {SETTLING_SECONDS} s after a start with demo data, or after the last work of it"
        " has ended. The processor is counted over five minutes after the first start, Postgres included."
    )
    section.table(
        ["process", "first start", "later start"],
        [[name, f"{after_first[name]:.0f}", f"{size:.0f}"] for name, size in after_later.items()],
    )
    most = max(sum(parts.values()) for parts in (after_first, after_later))
    section.at_most("whole idle stack, the larger of the two", most, 350, "MB")
    section.at_most("processor of the whole idle stack", 100 * share, 1.5, "% of a core")
    section.at_most("first start, with demo data, all processes ready", first.seconds, 15, "s")
    section.at_most("later start", median(later), 3, "s")
    return section


@dataclass(frozen=True)
class Started:
    pid: int
    seconds: float


@contextmanager
def stack(folder):
    """`make up` in this EVALHUB_HOME, until the block ends."""
    taken = {"DATABASE_URL", "REDIS_URL", "EVALHUB_MODE", "SECRET_KEY", "EVALHUB_SIMULATED_URL"}
    environment = {name: value for name, value in os.environ.items() if name not in taken}
    begun = time.perf_counter()
    command = [sys.executable, "-m", "evalhub.local", "up"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment | {"EVALHUB_HOME": str(folder), "PORT": "0"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        try:
            said = []
            for line in process.stdout:
                said.append(line)
                if line.startswith(READY):
                    break
            else:
                raise SystemExit(f"`make up` ended before it was ready:\n{''.join(said)}")
            yield Started(process.pid, time.perf_counter() - begun)
        finally:
            process.send_signal(signal.SIGINT)
            process.stdout.read()


def memory_at_rest(folder, pid):
    """`memory`, once there has been no work for a while."""
    quiet_since = time.monotonic()
    while time.monotonic() - quiet_since < SETTLING_SECONDS:
        below_worker = process_tree.tree(read_record(Home(folder))["processes"]["worker"])
        if BESIDE & {process_tree.name(pid) for pid in below_worker}:
            quiet_since = time.monotonic()
        time.sleep(1)
    return memory(folder, pid)


def cpu_at_rest(pid, *, seconds):
    """The share of a core that the stack uses, with processes that end meanwhile."""
    before = process_tree.cpu_seconds(process_tree.tree(pid))
    time.sleep(seconds)
    return (process_tree.cpu_seconds(process_tree.tree(pid)) - before) / seconds


def memory(folder, pid):
    """{process: MB}, with what each has started counted to it unless that has a name of its own."""
    record = read_record(Home(folder))["processes"] | {"supervisor": pid}
    trees = {name: set(process_tree.tree(top)) for name, top in record.items()}
    own = {name: tree.difference(*(other for other in trees.values() if other < tree)) for name, tree in trees.items()}
    return {name: sum(process_tree.pss_mb(one) for one in pids) for name, pids in own.items()}
