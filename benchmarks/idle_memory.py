"""The whole stack as `make up` starts it: memory and CPU at rest."""

import shutil
import tempfile
import time
from pathlib import Path

from benchmarks import process_tree
from benchmarks.figures import Section
from benchmarks.start import UP, stack
from evalhub.local.instance import read_record
from evalhub.local.paths import ROOT, Home

SETTLING_SECONDS = 60
BESIDE = {"models", "people"}  # the processes beside the worker that are there while they have work
REST_SECONDS = 300


def run(site, *, quick):
    section = Section("Memory and processor at rest", "make bench ARGS='idle_memory'")
    folder = Path(tempfile.mkdtemp(prefix="evalhub-bench-"))
    try:
        with stack(UP, ROOT, EVALHUB_HOME=str(folder)) as first:
            after_first = memory_at_rest(folder, first.pid)
            share = cpu_at_rest(first.pid, seconds=30 if quick else REST_SECONDS)
        with stack(UP, ROOT, EVALHUB_HOME=str(folder)) as later:
            after_later = memory_at_rest(folder, later.pid)
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
    return section


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
