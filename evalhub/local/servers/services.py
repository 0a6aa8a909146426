"""Database and broker of one installation: the ones named by the environment, else embedded ones."""

import os
import shutil

from evalhub.local.paths import make_socket_folder
from evalhub.local.servers import postgres_files
from evalhub.local.servers.postgres import Postgres
from evalhub.local.servers.valkey import Valkey


class Services:
    """Starts what DATABASE_URL and REDIS_URL do not name. `servers` are the embedded ones, in starting order."""

    def __init__(self, home, *, guard, stop_requested, say, throwaway=False):
        self.database_url = os.environ.get("DATABASE_URL") or None
        self.redis_url = os.environ.get("REDIS_URL") or None
        self.servers = []
        self._home = home
        self._sockets = None
        self._postgres = None
        shared = {"guard": guard, "stop_requested": stop_requested, "say": say, "throwaway": throwaway}
        if not (self.database_url and self.redis_url):
            shared["sockets"] = self._sockets = make_socket_folder(home)
        if not self.database_url:
            files = postgres_files.settle(home)
            self._postgres = Postgres(files=files, log=home.log("postgres"), **shared)
            self.servers.append(self._postgres)
            self.database_url = self._postgres.url
        if not self.redis_url:
            valkey = Valkey(folder=home.valkey, log=home.log("valkey"), **shared)
            self.servers.append(valkey)
            self.redis_url = valkey.url

    @property
    def database_was_made(self):
        """True if this start has made an empty database."""
        return self._postgres is not None and self._postgres.was_made

    @property
    def has_own_database(self):
        return self._postgres is not None

    def applied_migrations(self):
        """Text that changes with what was migrated in our own database; empty for any other and for a new one."""
        if self._postgres is None or self._postgres.ask("SELECT to_regclass('django_migrations')") == "":
            return ""
        return self._postgres.ask("SELECT count(*), max(id), max(applied) FROM django_migrations")

    def run_script(self, path):
        """All of a file of SQL in our own database, or nothing of it."""
        self._postgres.run_script(path)

    def children(self):
        return [server.child for server in self.servers if server.child is not None]

    def start(self):
        if self._postgres is not None and not self._postgres.has_data():
            self._home.demo_mark.unlink(missing_ok=True)
        for server in self.servers:
            server.start()

    def make_data(self):
        """The folder of a database that has none yet; the database is started by another process, later."""
        if self._postgres is not None and not self._postgres.has_data():
            self._postgres.make_data()

    def begin_stop(self):
        """While the programs on these services still wind down."""
        if self._postgres is not None:
            self._postgres.begin_flush()

    def stop(self):
        """Broker first, database last: what still writes is gone by then."""
        for server in reversed(self.servers):
            server.stop()
        if self._sockets is not None:
            shutil.rmtree(self._sockets, ignore_errors=True)
