"""Child processes: started in their own session behind the shim, logged to a file, ended with their whole group."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from evalhub.local.errors import LocalError, StopRequested

_SHIM = Path(__file__).with_name("shim.py")
_GUARD = Path(__file__).with_name("guard.py")
LARGEST_LOG_BYTES = 10_000_000
TAIL_LINES = 25


@dataclass(frozen=True)
class Account:
    """The numbers a child drops to."""

    uid: int
    gid: int


@dataclass(frozen=True)
class Program:
    """What to run and how; `command[0]` is a full path."""

    name: str
    command: tuple
    log: Path
    environment: dict = field(repr=False)
    folder: Path
    account: Account | None = None
    stop_signal: int = signal.SIGTERM
    kill_signal: int = signal.SIGKILL
    # What a worker cannot finish in this time is leased again later.
    patience_seconds: float = 2.0
    # The words that run the same from the preloaded application; none for what cannot be forked from it.
    forked: tuple = ()
    descriptors: tuple = ()


class Guard:
    """The small process that cleans up if this one is killed outright."""

    def __init__(self):
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD)], stdin=subprocess.PIPE, start_new_session=True
        )

    def watch(self, group, stop_signal):
        self._tell(f"+{group} {int(stop_signal)}\n")

    def forget(self, group):
        self._tell(f"-{group}\n")

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()

    def _tell(self, message):
        # Without a guard the children still have their parent-death signal.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(message.encode())
            self._process.stdin.flush()


class Child:
    """One running program. Start it from the main thread: the parent-death signal follows the starting thread.

    With a `forker` a program that can be forked is forked from it.
    """

    def __init__(self, program, guard, forker=None):
        self.program = program
        self.started_at = time.monotonic()
        self._guard = guard
        self._log_start = rotate(program.log)
        self._process = forker.fork(program) if forker and program.forked else _execute(program)
        guard.watch(self.pid, program.stop_signal)

    @property
    def name(self):
        return self.program.name

    @property
    def pid(self):
        return self._process.pid

    def is_alive(self):
        """False once it has ended; what is left of its group is then killed."""
        if self._process.returncode is not None:
            return False
        if self._process.poll() is None:
            return True
        self._end_group()
        return False

    def ending(self):
        """How it ended, in words."""
        status = self._process.returncode
        if status is None:
            return "is still running"
        if status < 0:
            return f"was ended by {signal.Signals(-status).name}"
        return f"ended with exit status {status}"

    def succeeded(self):
        return self._process.returncode == 0

    def ask_to_stop(self):
        if self.is_alive():
            self._process.send_signal(self.program.stop_signal)

    def wait_for_end(self, seconds):
        """True if it ended within `seconds`."""
        deadline = time.monotonic() + seconds
        while self.is_alive():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def kill(self):
        if self.is_alive():
            self._process.kill()
            self._process.wait()
            self._end_group()

    def kill_group_now(self):
        """For a signal handler: no waiting, no bookkeeping."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, self.program.kill_signal)

    def written(self):
        """What this child, and not one before it, has written to its log."""
        with open(self.program.log, "rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace")

    def log_tail(self):
        return "\n".join(f"    {line}" for line in self.written().splitlines()[-TAIL_LINES:])

    def _end_group(self):
        # A server's main process that dies can leave workers of the old code behind.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._guard.forget(self.pid)


def _execute(program):
    account = program.account
    uid, gid = (account.uid, account.gid) if account else (-1, -1)
    shim = [sys.executable, "-I", "-S", str(_SHIM), str(os.getpid()), str(uid), str(gid)]
    with open(program.log, "ab") as log:
        return subprocess.Popen(
            [*shim, str(int(program.stop_signal)), *program.command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=program.environment,
            cwd=program.folder,
            start_new_session=True,
            pass_fds=program.descriptors,
        )


def rotate(log):
    """Sets a log of over 10 MB aside as `NAME.1` and returns the byte at which new lines will start."""
    if not log.exists():
        return 0
    size = log.stat().st_size
    if size <= LARGEST_LOG_BYTES:
        return size
    log.replace(log.with_name(log.name + ".1"))
    return 0


def stop(children):
    """Stops them at the same time, each with its own patience, then kills what has not ended."""
    for child in children:
        child.ask_to_stop()
    begun = time.monotonic()
    for child in children:
        child.wait_for_end(max(0.0, begun + child.program.patience_seconds - time.monotonic()))
        child.kill()


def wait_until(ready, *, child, seconds, stop_requested, what):
    """Polls `ready()` until it is true. Errors show the child's last log lines: it ended, or took too long."""
    deadline = time.monotonic() + seconds
    while not ready():
        if stop_requested():
            raise StopRequested
        if not child.is_alive():
            raise failure(child, f"{what} {child.ending()} before it was ready.")
        if time.monotonic() > deadline:
            raise failure(child, f"{what} was not ready after {seconds:.0f} seconds.")
        time.sleep(0.02)


def run_to_end(program, *, guard, stop_requested, forker=None):
    """Runs a program that ends by itself and returns its child. LocalError with its last lines unless it succeeds."""
    child = Child(program, guard, forker)
    try:
        while child.is_alive():
            if stop_requested():
                raise StopRequested
            time.sleep(0.02)
    finally:
        stop([child])
    if not child.succeeded():
        raise failure(child, f"{program.name} {child.ending()}.")
    return child


def failure(child, sentence):
    tail = child.log_tail()
    lines = f"Its last lines:\n{tail}\n" if tail else ""
    return LocalError(f"{sentence} {lines}The whole log: {child.program.log}")
