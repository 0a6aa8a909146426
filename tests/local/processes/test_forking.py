"""Programs forked from a process that has imported their module once."""

import os
import signal
import sys
import time

import pytest

from evalhub.local.errors import LocalError, StopRequested
from evalhub.local.paths import ROOT
from evalhub.local.processes.children import Child, Guard, Program, run_to_end, stop
from evalhub.local.processes.forking import CAN_FORK, Forker

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="Only Linux forks.")

MODULE = """
import os, sys, time

def preload():
    print("imported", flush=True)

def run(name, *words):
    if name == "tell":
        print(os.environ["COLOUR"], *words, os.getppid(), flush=True)
    elif name == "fail":
        sys.exit(3)
    else:
        time.sleep(600)
"""
SECONDS = 60


@pytest.fixture
def guard():
    guard = Guard()
    yield guard
    guard.close()


@pytest.fixture
def make_forker(tmp_path, guard):
    """make_forker(source) forks from a module of this source; `stop_requested` may be set."""
    forkers = []

    def make(source=MODULE, stop_requested=lambda: False):
        (tmp_path / "preloaded_for_test.py").write_text(source)

        def program(descriptor):
            command = (sys.executable, "-m", "evalhub.local.processes.forker", str(descriptor), "preloaded_for_test")
            environment = os.environ | {"PYTHONPATH": str(tmp_path)}
            log = tmp_path / "preloaded.log"
            return Program("preloaded", command, log, environment, ROOT, descriptors=(descriptor,))

        forkers.append(Forker(program, guard, stop_requested))
        return forkers[-1]

    yield make
    for forker in forkers:
        forker.close()


@pytest.fixture
def program(tmp_path):
    """program(*words) is what runs these words of the module."""

    def make(*words):
        environment = {"COLOUR": "green", "PATH": os.environ["PATH"]}
        return Program(words[0], ("/bin/false",), tmp_path / f"{words[0]}.log", environment, ROOT, forked=words)

    return make


def until(condition):
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_forks_share_one_import_and_have_environment_and_log_of_their_own(make_forker, program, guard, tmp_path):
    forker = make_forker()
    written = [
        run_to_end(program("tell", word), guard=guard, stop_requested=lambda: False, forker=forker).written()
        for word in ("first", "second")
    ]

    assert written == [f"green first {forker.child.pid}\n", f"green second {forker.child.pid}\n"]
    assert (tmp_path / "preloaded.log").read_text() == "imported\n"


def test_a_fork_is_a_session_of_its_own_and_is_stopped_like_any_child_and_an_exit_status_arrives(
    make_forker, program, guard
):
    child = Child(program("wait"), guard, make_forker())
    session = os.getsid(child.pid)
    stop([child])
    assert session == child.pid
    assert child.ending() == "was ended by SIGTERM"

    child = Child(program("fail"), guard, make_forker())
    until(lambda: not child.is_alive())
    assert child.ending() == "ended with exit status 3"


def test_forks_end_with_the_process_they_come_from_and_what_hinders_the_import_is_shown(make_forker, program, guard):
    forker = make_forker()
    child = Child(program("wait"), guard, forker)
    os.kill(forker.child.pid, signal.SIGKILL)
    until(lambda: not child.is_alive())
    assert not forker.is_alive()

    with pytest.raises(LocalError, match="preloaded ended with exit status 1 before it could start tell") as caught:
        Child(program("tell"), guard, make_forker("raise ImportError('no such module')"))
    assert "no such module" in str(caught.value)


def test_waiting_for_the_import_ends_when_a_stop_is_requested(make_forker, program, guard):
    slow = "import time\ndef preload(): time.sleep(600)"

    with pytest.raises(StopRequested):
        Child(program("tell"), guard, make_forker(slow, stop_requested=lambda: True))
