"""The parts that measurements run on: a throw-away but durable Postgres, a Valkey, and web servers as `make up` has."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from evalhub.local.paths import Home
from evalhub.local.processes.children import Child, Guard, run_to_end, stop, wait_until
from evalhub.local.processes.programs import Application
from evalhub.local.secret import new_secret_key
from evalhub.local.servers.network import ask, free_port
from evalhub.local.servers.services import Services
from evalhub.local.shared_settings import shared_settings

NO_LIMIT = "1000000000"  # of requests: they are counted as everywhere, and none is refused
START_SECONDS = 60


@dataclass(frozen=True)
class Server:
    """A web server; `pid` is that of its first process."""

    port: int
    pid: int


class Surroundings:
    """Database and broker with an up-to-date schema; `serve` starts a web server on them."""

    def __init__(self, home, services, guard):
        self._home = home
        self._guard = guard
        self._settings = shared_settings(
            home,
            database_url=services.database_url,
            redis_url=services.redis_url,
            secret_key=new_secret_key(),
            has_own_database=services.has_own_database,
        ) | {f"EVALHUB_{kind}_REQUESTS": NO_LIMIT for kind in ("SYNC", "BATCH", "QUERY", "ORGANIZATION")}
        self._children = []
        self.postgres = next((child.pid for child in services.children() if child.name == "postgres"), None)
        os.environ.update(self._settings | {"EVALHUB_DB_POOL": "0", "EVALHUB_STATEMENT_SECONDS": "3600"})

    def serve(self, settings_module="evalhub.settings"):
        """A new Server, with as many processes and threads as `make up` gives it, answering already."""
        port = free_port()
        settings = self._settings | {"DJANGO_SETTINGS_MODULE": settings_module}
        child = Child(Application(self._home, settings).web(port), self._guard)
        self._children.append(child)
        wait_until(
            lambda: ask(port, "/healthz").status is not None,
            child=child,
            seconds=START_SECONDS,
            stop_requested=lambda: False,
            what="The web process",
        )
        return Server(port=port, pid=child.pid)

    def prepare(self, *words):
        """Runs a Django command to its end."""
        program = Application(self._home, self._settings).django(*words)
        run_to_end(program, guard=self._guard, stop_requested=lambda: False)

    def stop_servers(self):
        stop(self._children)
        self._children.clear()


@contextmanager
def surroundings(*, throwaway=False):
    """Surroundings in a folder that is removed afterwards, whatever happens; `throwaway`: not durable, and quicker."""
    for name in ("DATABASE_URL", "REDIS_URL", "EVALHUB_MODE"):
        os.environ.pop(name, None)
    folder = Path(tempfile.mkdtemp(prefix="evalhub-bench-"))
    home = Home(folder)
    home.create()
    (folder / "static").mkdir()
    guard = Guard()
    services = Services(home, guard=guard, stop_requested=lambda: False, say=print, throwaway=throwaway)
    try:
        services.start()
        found = Surroundings(home, services, guard)
        try:
            found.prepare("migrate", "--noinput")
            yield found
        finally:
            found.stop_servers()
    finally:
        services.stop()
        guard.close()
        shutil.rmtree(folder, ignore_errors=True)
