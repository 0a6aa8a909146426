"""The process that has imported the application already, and the programs that are forked from it.

Each import of the application takes seconds and some 100 MB; a fork takes neither. Linux only: elsewhere libraries of
the system do not survive a fork, and every program imports for itself.
"""

import contextlib
import json
import os
import signal
import socket
import sys
import time

from evalhub.local.errors import StopRequested
from evalhub.local.processes.children import Child, failure

CAN_FORK = sys.platform == "linux"
# The import alone; a very busy machine needs a minute for it.
START_SECONDS = 300


class Forker:
    """The forker's child process and the line to it. Imports begin at once; `fork` waits for their end."""

    def __init__(self, program, guard, stop_requested):
        ours, theirs = socket.socketpair()
        with theirs:
            os.set_inheritable(theirs.fileno(), True)
            self.child = Child(program(theirs.fileno()), guard)
        self._line = ours
        self._stop_requested = stop_requested
        self._received = b""
        self._started = []
        self._ended = {}
        self._is_cut = False

    def fork(self, program):
        """The ForkedProcess that runs `program.forked`."""
        words = [str(word) for word in program.forked]
        request = {"words": words, "environment": dict(program.environment), "log": str(program.log)}
        with contextlib.suppress(BrokenPipeError):
            self._line.sendall(json.dumps(request | {"signal": int(program.stop_signal)}).encode() + b"\n")
        deadline = time.monotonic() + START_SECONDS
        while not self._started:
            if self._stop_requested():
                raise StopRequested
            if time.monotonic() > deadline:
                raise failure(self.child, f"{self.child.name} was not ready after {START_SECONDS} seconds.")
            if self._is_cut:
                self.child.wait_for_end(1)
                raise failure(self.child, f"{self.child.name} {self.child.ending()} before it could start {words[0]}.")
            self._listen(0.1)
        return ForkedProcess(self._started.pop(0), self)

    def status_of(self, pid):
        """How it ended, as subprocess counts it, or None while it runs."""
        self._listen(0)
        if self._is_cut and pid not in self._ended and not _exists(pid):
            self._ended[pid] = -signal.SIGTERM
        return self._ended.get(pid)

    def is_alive(self):
        return not self._is_cut and self.child.is_alive()

    def close(self):
        self._line.close()
        self.child.wait_for_end(1)
        self.child.kill()

    def _listen(self, seconds):
        if self._is_cut:
            return
        self._line.settimeout(seconds)
        try:
            chunk = self._line.recv(65536)
        except (BlockingIOError, TimeoutError):
            return
        except ConnectionError:
            chunk = b""
        finally:
            self._line.settimeout(None)
        self._is_cut = not chunk
        *lines, self._received = (self._received + chunk).split(b"\n")
        for message in map(json.loads, lines):
            if "started" in message:
                self._started.append(message["started"])
            else:
                self._ended[message["ended"]] = message["status"]


class ForkedProcess:
    """What subprocess.Popen offers, for a child of the forker."""

    def __init__(self, pid, forker):
        self.pid = pid
        self.returncode = None
        self._forker = forker

    def poll(self):
        if self.returncode is None:
            self.returncode = self._forker.status_of(self.pid)
        return self.returncode

    def send_signal(self, number):
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def wait(self):
        """After `kill`. Without a forker nobody tells how it ended, and its new parent buries it."""
        while self.poll() is None:
            if not self._forker.is_alive():
                self.returncode = -signal.SIGKILL
            time.sleep(0.01)


def _exists(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
