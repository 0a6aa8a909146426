"""The whole of `make up`, as real processes."""

import os
import signal
import socket

import pytest

from evalhub.local.network import HOST, ask
from tests.local.installation import Installation

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


@pytest.fixture(scope="module")
def running():
    """One running stack for the tests of this module; the test of Ctrl-C ends it."""
    installation = Installation()
    try:
        installation.start_and_wait("up", "--no-demo", PORT="0")
        yield installation
    finally:
        installation.remove()


def port_of(installation):
    return int(installation.record()["url"].rsplit(":", 1)[1])


def test_it_says_where_it_is_and_answers_there(running):
    health = ask(port_of(running), "/healthz")

    assert f"EvalHub is ready: {running.record()['url']}\n" in running.output()
    assert health.status == 200
    assert health.body["database"] == health.body["broker"] == "ok"


def test_a_second_start_is_told_the_address(running):
    second = running.run("-m", "evalhub.local", "up", "--no-demo")

    assert second.returncode == 1
    assert f"already running: {running.record()['url']}" in second.stderr


@pytest.mark.parametrize("name", ["web", "worker"])
def test_a_killed_program_is_started_again(running, name):
    before = running.processes()[name]

    os.kill(before, signal.SIGKILL)

    running.wait_until(lambda: running.processes()[name] != before, f"new {name}")
    running.wait_until(lambda: ask(port_of(running), "/healthz").status == 200, "answer", while_running=True)
    assert f"{name} was ended by SIGKILL; it is started again" in running.output()


def test_ctrl_c_stops_everything(running):
    status = running.interrupt()

    assert status == 0
    assert running.leftovers() == []


def test_a_taken_port_is_told_before_anything_is_started(installation):
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        listener.listen()
        taken = listener.getsockname()[1]

        installation.start("up", PORT=str(taken))
        status = installation.wait_for_end()

    assert status == 1
    assert f"Port {taken} cannot be used" in installation.output()
    assert not (installation.path / "postgres").exists()
