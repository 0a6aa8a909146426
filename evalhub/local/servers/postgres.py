"""The embedded Postgres: made, started in the foreground on a unix socket only, waited for, and stopped."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from evalhub.local.errors import LocalError, StopRequested
from evalhub.local.processes.children import Child, Program, run_to_end, wait_until

USER = DATABASE = "evalhub"
SMALL_SHARED_MEMORY_BYTES = 256 * 1024 * 1024
START_SECONDS = 300
SERVER = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "128MB",
    "max_connections": "60",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # An error is told in one line: rows and statements hold what people and models wrote.
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    # One server without a standby: less log to write.
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "2GB",
    "checkpoint_timeout": "15min",
    "random_page_cost": "1.1",
    # Processes that would do nothing here.
    "max_logical_replication_workers": "0",
}
READING = {18: {"io_method": "sync"}}  # by each connection itself, instead of three more processes
# Of tests: several processes with a connection for each of their many threads share one server. They roll back what
# they write: statistics gathered meanwhile say that tables are empty, and the planner then joins them row by row.
THROWAWAY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "autovacuum": "off",
}


def database_url(sockets):
    """The address of the server whose socket lies below the socket folder."""
    return f"postgresql://{USER}@/{DATABASE}?host={quote(str(sockets / 'postgres'))}"


class Postgres:
    """One server. `files` come from `postgres_files.settle`; `throwaway` trades durability for speed, for tests."""

    def __init__(self, *, files, sockets, log, guard, stop_requested, say, throwaway=False):
        self.files = files
        self.child = None
        self.was_made = False
        self._flush = None
        self._sockets = sockets / "postgres"
        self._log = log
        self._guard = guard
        self._stop_requested = stop_requested
        self._say = say
        self._throwaway = throwaway

    @property
    def url(self):
        return database_url(self._sockets.parent)

    def has_data(self):
        return (self.files.data / "PG_VERSION").exists()

    def start(self):
        """Leaves a server that accepts connections and holds the database; `was_made` tells if it is new."""
        self._sockets.mkdir(mode=0o700, exist_ok=True)
        self._own(self._sockets)
        self._await_predecessor()
        if not self.has_data():
            self.make_data()
            self.was_made = True
        made_by = int((self.files.data / "PG_VERSION").read_text().split(".")[0])
        if made_by != self.files.major:
            raise LocalError(
                f"{self.files.data} was made by Postgres {made_by}, and this is Postgres {self.files.major}. "
                f"Name the programs of version {made_by} with EVALHUB_PG_BIN, dump the data with its pg_dump, "
                "then start with a new EVALHUB_HOME and load the dump."
            )
        settings = (
            SERVER | READING.get(self.files.major, {}) | self._memory_setting() | (THROWAWAY if self._throwaway else {})
        )
        arguments = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        program = self._program("postgres", ["-D", self.files.data, "-k", self._sockets, *arguments])
        self.child = Child(program, self._guard)
        wait_until(
            self._is_ready,
            child=self.child,
            seconds=START_SECONDS,
            stop_requested=self._stop_requested,
            what="Postgres",
        )
        self._make_database()

    def begin_flush(self):
        """Starts to write what is in memory to the disk, while others still stop: the last checkpoint is short then."""
        if self.child is not None and self.child.is_alive():
            command = self._client("psql", "-d", "postgres", "-qc", "CHECKPOINT")
            self._flush = Child(command, self._guard)

    def stop(self):
        """A fast shutdown with a last checkpoint; without one if that takes over 30 seconds."""
        if self.child is None:
            return
        if self._flush is not None:
            self._flush.kill()
        self.child.ask_to_stop()
        if not self.child.wait_for_end(30):
            os.kill(self.child.pid, signal.SIGQUIT)
            self.child.wait_for_end(5)
        self.child.kill()

    def _program(self, name, arguments):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PG") and k != "LANG"}
        return Program(
            name=name,
            command=(str(self.files.programs / name), *map(str, arguments)),
            log=self._log,
            environment=environment | {"LC_ALL": "C"},
            folder=Path("/"),
            account=self.files.account,
            stop_signal=signal.SIGINT,
            kill_signal=signal.SIGQUIT,
        )

    def _own(self, folder):
        account = self.files.account
        if account:
            os.chown(folder, account.uid, account.gid)

    def make_data(self):
        """initdb beside the final place, then a rename: a start that was cut short leaves nothing half-made."""
        data = self.files.data
        if data.exists():
            if not any(data.iterdir()):
                data.rmdir()
            else:
                aside = data.with_name(f"{data.name}.half-made-{datetime.now():%Y%m%d-%H%M%S}")
                data.rename(aside)
                self._say(f"{data} is not a finished Postgres folder: moved to {aside.name}, a new one is made.")
        half = data.with_name(data.name + ".new")
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(mode=0o700)
        self._own(half)
        options = ["-U", USER, "-A", "trust", "-E", "UTF8", "--no-instructions"]
        # The built-in provider sorts the same whatever the system's C library.
        options += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        options += [f"--set={name}={value}" for name, value in self._memory_setting().items()]
        options += ["--no-sync"] if self._throwaway else []
        program = self._program("initdb", ["-D", half, *options])
        run_to_end(program, guard=self._guard, stop_requested=self._stop_requested)
        half.rename(data)

    def _memory_setting(self):
        """Containers often have a tiny /dev/shm, in which even initdb fails; files are used instead."""
        try:
            shared = os.statvfs("/dev/shm")
        except FileNotFoundError:
            return {"dynamic_shared_memory_type": "mmap"} if os.uname().sysname == "Linux" else {}
        is_small = shared.f_frsize * shared.f_blocks < SMALL_SHARED_MEMORY_BYTES
        return {"dynamic_shared_memory_type": "mmap"} if is_small else {}

    def _status(self):
        """The lines of postmaster.pid: process id first, status eighth; none when it is not there."""
        try:
            return (self.files.data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []

    def _is_ready(self):
        lines = self._status()
        return len(lines) >= 8 and lines[0].strip() == str(self.child.pid) and lines[7].strip() == "ready"

    def _await_predecessor(self):
        """Waits for a server that a killed supervisor left and that is still shutting down on these data."""
        deadline = time.monotonic() + 30
        while (pid := self._predecessor()) is not None:
            if self._stop_requested():
                raise StopRequested
            if time.monotonic() > deadline:
                raise LocalError(
                    f"Another Postgres (process {pid}) still uses {self.files.data}. Stop it: kill -INT {pid}"
                )
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGINT)
            time.sleep(0.1)

    def _predecessor(self):
        lines = self._status()
        if not lines or not lines[0].strip().isdigit():
            return None
        pid = int(lines[0])
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except (FileNotFoundError, ProcessLookupError):
            return None
        # The number may have been given to another process since; then the file is stale and Postgres removes it.
        return pid if str(self.files.data).encode() in command else None

    def _client(self, name, *words):
        return self._program(name, ["-h", self._sockets, "-U", USER, *words])

    def ask(self, query, database=DATABASE):
        """The answer as psql prints it without decoration; LocalError if there is none."""
        return self._psql("-d", database, "-Atc", query)

    def run_script(self, path):
        self._psql("-d", DATABASE, "-Xq", "--set=ON_ERROR_STOP=1", "--single-transaction", "-f", path)

    def _psql(self, *words):
        program = self._client("psql", *words)
        answer = subprocess.run(program.command, env=program.environment, capture_output=True, text=True, timeout=60)
        if answer.returncode != 0:
            raise LocalError(f"Postgres does not answer: {answer.stderr.strip()} Its log: {self._log}")
        return answer.stdout.strip()

    def _make_database(self):
        query = f"SELECT count(*) FROM pg_database WHERE datname = '{DATABASE}'"
        if self.ask(query, database="postgres") == "0":
            program = self._client("createdb", DATABASE)
            run_to_end(program, guard=self._guard, stop_requested=self._stop_requested)
