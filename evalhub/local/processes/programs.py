"""The commands of the application itself: web, worker, simulated provider, and Django's own commands."""

import os
from dataclasses import dataclass, replace

from evalhub.local.bootstrap import PYTHON
from evalhub.local.paths import ROOT
from evalhub.local.processes.children import Program
from evalhub.local.servers.network import HOST
from evalhub.local.shared_settings import COMMAND_LIMITS

WORKER_THREADS, PEOPLE_THREADS = 8, 6
# The module that imports what web, worker and commands share.
PRELOADED = "evalhub.preloaded"
# The C library gives each thread an arena of its own, which costs a process of many threads a fifth of its memory.
FRUGAL = {"MALLOC_ARENA_MAX": "2"}
ENOUGH_MEMORY_BYTES = 2 * 1024**3


@dataclass(frozen=True)
class WebSize:
    """Processes, and threads in each."""

    processes: int
    threads: int


class Application:
    """Builds each program with the environment it needs. `settings` are what every one of them shares."""

    def __init__(self, home, settings):
        self._home = home
        self._settings = settings

    def web(self, port):
        # Two processes of four threads; one of eight on a machine with one core or little memory left.
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if cores < 2 or available_memory() < ENOUGH_MEMORY_BYTES:
            size = WebSize(processes=1, threads=8)
        else:
            size = WebSize(processes=2, threads=4)
        words = ["--interface", "wsgi", "--host", HOST, "--port", port, "--no-ws"]
        words += ["--workers", size.processes, "--blocking-threads", size.threads, "--workers-kill-timeout", 2]
        return self._preloaded("web", words, pool=size.threads + 1)

    def worker(self):
        limits = {"pool": WORKER_THREADS + 3, "statement_seconds": 60, "beat": self._home.schedule}
        return self._preloaded("worker", [WORKER_THREADS, PEOPLE_THREADS], **limits)

    def simulated(self, port):
        words = ["--host", HOST, "--port", port]
        program = self._program("simulated", ["evalhub.demo.provider", *words])
        return replace(program, forked=("simulated", *words))

    def django(self, *arguments):
        """A Django command as a logged child, such as `migrate`."""
        command = (str(PYTHON), str(ROOT / "manage.py"), *map(str, arguments))
        log, environment = self._home.log(arguments[0]), self._environment() | COMMAND_LIMITS
        return Program(arguments[0], command, log, environment, ROOT, forked=("command", *arguments))

    def preloaded(self, descriptor):
        """What the programs above are forked from; it is told which ones through the descriptor."""
        words = ["evalhub.local.processes.forker", descriptor, PRELOADED]
        return replace(self._program("preloaded", words), descriptors=(descriptor,))

    def _preloaded(self, name, words, **limits):
        program = self._program(name, [PRELOADED, name, *words], **limits)
        return replace(program, forked=(name, *words))

    def _program(self, name, words, **limits):
        command = (str(PYTHON), "-m", *map(str, words))
        return Program(name, command, self._home.log(name), self._environment(**limits), ROOT)

    def _environment(self, *, pool=0, statement_seconds=5, beat=None):
        chosen = {"EVALHUB_DB_POOL": str(pool), "EVALHUB_STATEMENT_SECONDS": str(statement_seconds)}
        if beat is not None:
            chosen["EVALHUB_BEAT_SCHEDULE"] = str(beat)
        return FRUGAL | os.environ | {"PYTHONUNBUFFERED": "1"} | chosen | self._settings


def available_memory():
    """Bytes that may be used; a system that does not tell counts as having enough."""
    try:
        with open("/proc/meminfo") as lines:
            fields = dict(line.split(":", 1) for line in lines)
    except FileNotFoundError:
        return ENOUGH_MEMORY_BYTES
    return int(fields["MemAvailable"].split()[0]) * 1024
