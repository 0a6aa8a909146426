"""What a process and all of its descendants use, read from /proc (Linux only)."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def tree(pid):
    """Process numbers of `pid` and everything below it."""
    children = {}
    for folder in Path("/proc").glob("[0-9]*"):
        fields = _stat(folder)
        if fields is not None:
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    found, waiting = [], [pid]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(children.get(found[-1], ()))
    return found


def name(pid):
    """As `ps` shows it; empty when the process has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def cpu_seconds(pids):
    """CPU time of these processes so far, user and system, with that of their children that have ended."""
    stats = (_stat(Path(f"/proc/{pid}")) for pid in pids)
    return sum(sum(map(int, fields[11:15])) for fields in stats if fields is not None) / TICKS


def pss_mb(pid):
    """Proportional set size in MB: pages that are shared are split among those who share them."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _stat(folder):
    """The fields after the name, the state first; None when the process has ended meanwhile."""
    try:
        return (folder / "stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
