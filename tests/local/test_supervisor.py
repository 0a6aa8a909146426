"""What the supervisor does with a database or broker that has died; real ones die in test_services.py."""

from types import SimpleNamespace

import pytest

from evalhub.local.errors import LocalError
from evalhub.local.paths import Home
from evalhub.local.processes.restarts import Restarts
from evalhub.local.supervisor import MOST_FAILED_STARTS, Supervisor


class Server:
    """One whose `start` fails so many times."""

    def __init__(self, failures):
        self.left, self.started = failures, 0
        self.child = SimpleNamespace(
            name="valkey",
            started_at=0.0,
            program=SimpleNamespace(log="logs/valkey.log"),
            ending=lambda: "has ended",
            is_alive=lambda: self.left < 0,
        )

    def start(self):
        self.started += 1
        self.left -= 1
        if self.left >= 0:
            raise LocalError("Its folder is gone.")


def watched(tmp_path, server, *, seconds):
    """The supervisor after it looked at the server once a second."""
    now = [0.0]
    supervisor = Supervisor(Home(tmp_path))
    supervisor._restarts = Restarts(clock=lambda: now[0])
    for second in range(seconds):
        now[0] = second
        supervisor._care_for_server(server)
    return supervisor


def test_server_is_started_again_after_pauses_until_it_runs(tmp_path, capsys):
    server = Server(failures=2)

    watched(tmp_path, server, seconds=60)

    assert server.started == 3
    assert [line.split("again in ")[1][:3] for line in capsys.readouterr().out.splitlines()] == ["1 s", "2 s", "4 s"]


def test_server_that_does_not_start_ends_everything(tmp_path):
    server = Server(failures=100)

    with pytest.raises(LocalError, match="folder is gone"):
        watched(tmp_path, server, seconds=600)

    assert server.started == MOST_FAILED_STARTS
