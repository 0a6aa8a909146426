"""Work in a process beside this one: each test is a program of its own, since a test's process has threads already."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evalhub.lib.processes import side_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux forks.")

SECONDS = 60
MODULE = """
import os, threading
from evalhub.lib.processes import stopping

met = threading.Barrier(2)

def tell(*words):
    return [os.getpid(), *words]

def meet():
    met.wait(60)
    return os.getpid()

def fail():
    raise ValueError("no good")

def last_until_stopped():
    print("under way", flush=True)
    return stopping.event.wait(60)
"""
BEGINNING = """
import functools, json, os, sys, threading
from evalhub.lib.processes import side_process

call = functools.partial(side_process.call, name="beside")
side_process.prepare("beside", "other", idle_seconds={idle_seconds})

def both(function):
    found = []
    threads = [threading.Thread(target=lambda: found.append(call(function))) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return found
"""


@pytest.fixture
def begin(tmp_path):
    """begin(program, idle_seconds) starts a program that calls functions of the module `beside`."""
    (tmp_path / "beside.py").write_text(MODULE)
    begun = []

    def begin(program, idle_seconds=SECONDS):
        source = BEGINNING.format(idle_seconds=idle_seconds) + program
        begun.append(
            subprocess.Popen(
                [sys.executable, "-c", source],
                env=os.environ | {"PYTHONPATH": f"{tmp_path}:{os.getcwd()}"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return begun[-1]

    yield begin
    for process in begun:
        process.kill()
        process.communicate()


def outcome(process):
    """What it printed as JSON at its end."""
    printed, errors = process.communicate(timeout=SECONDS)
    assert process.returncode == 0, errors
    return json.loads(printed)


def gone(pid):
    deadline = time.monotonic() + SECONDS
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, f"Process {pid} goes on."
        time.sleep(0.01)
    return True


def test_calls_work_in_one_process_beside_at_the_same_time(begin):
    process = begin("""
one, two = call("beside:tell", "a", 1), both("beside:meet")
print(json.dumps([os.getpid(), one, two, open(f"/proc/{one[0]}/comm").read()]))
""")

    here, (pid, *words), met, name = outcome(process)

    assert words == ["a", 1]
    assert met == [pid, pid]
    assert pid != here
    assert name == "beside\n"
    assert gone(pid)


def test_each_name_is_a_process_of_its_own_and_the_end_of_one_leaves_the_other(begin):
    process = begin("""
[other] = side_process.call("beside:tell", name="other")
try:
    call("os:_exit", 1)
except side_process.Died:
    print(json.dumps([other, call("beside:tell")[0], side_process.call("beside:tell", name="other")[0]]))
""")

    other, beside, still = outcome(process)

    assert beside != other == still


def test_it_ends_when_it_is_idle_and_is_there_again_when_called(begin):
    process = begin(
        """
print(json.dumps(call("beside:tell")), flush=True)
sys.stdin.readline()
print(json.dumps(call("beside:tell")), flush=True)
""",
        idle_seconds=0.01,
    )

    [first] = json.loads(process.stdout.readline())
    assert gone(first)
    process.stdin.write("\n")
    process.stdin.flush()

    assert outcome(process) != [first]


def test_a_call_that_raises_has_no_answer_and_spoils_no_other(begin):
    process = begin("""
try:
    call("beside:fail")
except side_process.Died as error:
    print(json.dumps([str(error), call("beside:tell", "still here")[1]]))
""")

    printed, errors = process.communicate(timeout=SECONDS)

    message, word = json.loads(printed)
    assert "beside:fail" in message
    assert word == "still here"
    assert "ValueError: no good" in errors


def test_a_process_that_dies_takes_its_calls_along_and_the_next_call_finds_another(begin):
    process = begin("""
try:
    call("os:_exit", 1)
except side_process.Died:
    print(json.dumps(call("beside:tell", "again")[1]))
""")

    assert outcome(process) == "again"


def test_a_stop_reaches_what_is_under_way(begin):
    process = begin("""
thread = threading.Thread(target=lambda: print(json.dumps(call("beside:last_until_stopped"))))
thread.start()
sys.stdin.readline()
side_process.stop()
thread.join()
""")
    assert process.stdout.readline() == "under way\n"

    process.stdin.write("\n")
    process.stdin.flush()

    assert outcome(process) is True


def test_without_it_the_work_is_done_here():
    assert side_process.call("os:getpid") == os.getpid()
