"""Memory that a request needed goes back to the system."""

import os
import sys
import threading

import pytest

from evalhub.lib.processes import memory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux tells how much memory a process has.")
SIZE = 2 * memory.GROWN_BYTES


@pytest.fixture
def trims(monkeypatch):
    """An event for each time that memory is given back, which happens at once."""
    done = threading.Event()
    monkeypatch.setattr(memory, "IDLE_SECONDS", 0.001)
    monkeypatch.setattr(memory, "trim", lambda trim=memory.trim: (trim(), done.set()))
    return done


def in_a_child(work):
    """What `work` returns, from a process with memory of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, str(work()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    return int(os.read(reading, 20))


def test_what_lies_between_used_parts_is_given_back():
    def work():
        parts = [os.urandom(1000) for _ in range(SIZE // 1000)]
        last = parts[-1]
        del parts
        before = memory.resident_bytes()
        memory.trim()
        return before - memory.resident_bytes() if last else 0

    assert in_a_child(work) > SIZE / 2


def test_a_large_request_is_followed_by_one_return_and_a_small_one_by_none(trims):
    held = []
    application = memory.Returned(lambda environ, start: held.append(b"x" * environ["size"]) or [b"answer"])

    assert application({"size": 1000}, None) == [b"answer"]
    assert not trims.wait(0.05)
    application({"size": SIZE}, None)
    assert trims.wait(30)


def test_a_request_that_fails_counts_too(trims):
    held = []

    def fail(environ, start_response):
        held.append(b"x" * SIZE)
        raise KeyError("x")

    with pytest.raises(KeyError):
        memory.Returned(fail)({}, None)
    assert trims.wait(30)
