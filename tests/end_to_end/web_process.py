"""A web process of its own on the database of the test, so that it can be killed while a browser talks to it."""

import contextlib
import os
import signal
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from django.db import connection

from evalhub.local.paths import ROOT
from evalhub.local.servers.network import HOST, ask, free_port
from tests.chromium import DESKTOP
from tests.end_to_end.stack import until
from tests.live import session_cookies


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


@pytest.fixture
def web(transactional_db, tmp_path):
    running = WebProcess(tmp_path / "web.log")
    running.start()
    yield running
    running.kill()


@contextlib.contextmanager
def page_of(browser, web, membership):
    """The member's page of the running web process; a script error fails the test."""
    errors = []
    context = browser.new_context(base_url=web.url, viewport=DESKTOP)
    context.set_default_timeout(120_000)
    cookies = session_cookies(membership)
    context.add_cookies([{"name": name, "value": value, "url": web.url} for name, value in cookies.items()])
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors
