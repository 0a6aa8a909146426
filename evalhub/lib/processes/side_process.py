"""A process beside this one for work that imports much: it is forked when it is called and ends when it is idle.

The memory of those imports ends with it. `prepare()` forks a parent for it while this process has neither a thread nor
a connection, since neither survives a fork; that parent does nothing but fork. Without `prepare()`, and so on systems
that cannot fork safely, `call()` works in this process. Linux only.
"""

import contextlib
import importlib
import json
import os
import select
import signal
import socket
import threading
from dataclasses import dataclass
from typing import Any

from evalhub.lib.processes import stopping
from evalhub.lib.processes.bulkhead import Contained

IDLE_SECONDS = 15.0
LONGEST_CALL_BYTES = 65536
_prepared = None


class Died(Exception):
    """The side process ended in the middle of a call."""


@dataclass(frozen=True)
class _Prepared:
    """The parent of side processes and the line on which calls reach them."""

    pid: int
    line: socket.socket


def prepare(name: str, idle_seconds: float = IDLE_SECONDS) -> None:
    """From now on `call()` works in a process of this name. Once, and before anything else happens here."""
    global _prepared
    # One message is read whole, by whoever reads first.
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        ours.close()
        try:
            _fork_when_called(theirs, name, idle_seconds)
        finally:
            os._exit(0)
    theirs.close()
    _prepared = _Prepared(pid, ours)


def call(function: str, *words: Any) -> Any:
    """What `module:function` returns for these JSON values; in the side process if there is one.

    Calls of several threads run there at the same time. Died when the process ends before the answer is there, which
    is also how a call ends that raises: the process logs what it raised.
    """
    if _prepared is None:
        return _function(function)(*words)
    ours, theirs = socket.socketpair()
    with ours, ours.makefile() as answers:
        with theirs:
            socket.send_fds(_prepared.line, [json.dumps([function, *words]).encode()], [theirs.fileno()])
        answer = answers.read()
    if not answer:
        raise Died(f"{function} ended without an answer. The log of this process tells why.")
    return json.loads(answer)


def stop() -> None:
    """Have the calls under way come to their end soon: `stopping.requested()` is true there from now on."""
    if _prepared is not None:
        os.kill(_prepared.pid, signal.SIGTERM)


def _fork_when_called(line, name, idle_seconds):
    """Until the process that prepared it is gone. A message stays on the line until a side process reads it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running = 0

    def pass_on(number, frame):
        stopping.event.set()
        if running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(running, number)

    signal.signal(signal.SIGTERM, pass_on)
    while True:
        select.select([line], [], [])
        if not line.recv(1, socket.MSG_PEEK):
            return
        # A signal that comes before the number is known would be lost.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
        running = os.fork()
        if running == 0:
            signal.signal(signal.SIGTERM, lambda number, frame: stopping.event.set())
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
            _work(line, name, idle_seconds)
            return
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        os.waitpid(running, 0)
        running = 0


def _work(line, name, idle_seconds):
    """Answer calls until there has been none for a while."""
    with open("/proc/self/comm", "w") as comm:
        comm.write(name)
    calls = []
    while True:
        ready, _, _ = select.select([line], [], [], idle_seconds)
        calls = [each for each in calls if each.is_alive()]
        if not ready and not calls:
            return
        if not ready:
            continue
        message, descriptors, *_ = socket.recv_fds(line, LONGEST_CALL_BYTES, 1)
        if not message:
            return
        answers = socket.socket(fileno=descriptors[0])
        calls.append(threading.Thread(target=_answer, args=(answers, *json.loads(message)), daemon=True))
        calls[-1].start()


def _answer(answers, function, *words):
    """Nothing is sent when it raises: that is logged, and the caller hears that there is no answer."""
    with answers, Contained(function):
        answers.sendall(json.dumps(_function(function)(*words)).encode())


def _function(path):
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)
