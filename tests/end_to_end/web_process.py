"""A web process of its own on the database of the test, so that it can be killed while a browser talks to it."""

import contextlib
import os
import signal
import subprocess
import sys
from urllib.parse import urlsplit

from django.db import connection

from evalhub.local.paths import ROOT
from evalhub.local.servers.network import HOST, ask, free_port
from tests.end_to_end.stack import until


class WebProcess:
    """granian as `make up` starts it, with one worker; `url` stays the same over all its lives."""

    def __init__(self, log):
        self._port = free_port()
        self._log = log
        self._process = None
        self.url = f"http://{HOST}:{self._port}"

    def start(self):
        name = connection.settings_dict["NAME"]
        database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
        words = [
            "--interface",
            "wsgi",
            "--host",
            HOST,
            "--port",
            str(self._port),
            "--no-ws",
            "--workers",
            "1",
            "--blocking-threads",
            "4",
            "evalhub.wsgi:application",
        ]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "granian", *words],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env=os.environ | {"DATABASE_URL": database, "EVALHUB_DB_POOL": "5"},
            )
        until(lambda: ask(self._port, "/healthz").status, lambda status: status == 200, "answer of the web process")

    def kill(self):
        """kill -9 of the server and its worker."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
