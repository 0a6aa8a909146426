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
_prepared: "_Prepared | None" = None


class Died(Exception):
    """The side process ended in the middle of a call."""


@dataclass(frozen=True)
class _Prepared:
    """The parent of side processes and, by the name of each, the line on which calls reach it."""

    pid: int
    lines: dict[str, socket.socket]


def prepare(*names: str, idle_seconds: float = IDLE_SECONDS) -> None:
    """From now on `call()` works in processes of these names. Once, and before anything else happens here."""
    global _prepared
    # One message is read whole, by whoever reads first.
    pairs = {name: socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for name in names}
    pid = os.fork()
    if pid == 0:
        for ours, _ in pairs.values():
            ours.close()
        try:
            _fork_when_called({name: theirs for name, (_, theirs) in pairs.items()}, idle_seconds)
        finally:
            os._exit(0)
    for _, theirs in pairs.values():
        theirs.close()
    _prepared = _Prepared(pid, {name: ours for name, (ours, _) in pairs.items()})


def is_prepared(name: str) -> bool:
    """Whether `call()` works in a process of this name."""
    return _prepared is not None and name in _prepared.lines


def call(function: str, *words: Any, name: str = "models") -> Any:
    """What `module:function` returns for these JSON values; in the side process of this name if there is one.

    Calls of several threads run there at the same time. Died when the process ends before the answer is there, which
    is also how a call ends that raises: the process logs what it raised.
    """
    if _prepared is None or name not in _prepared.lines:
        return _function(function)(*words)
    ours, theirs = socket.socketpair()
    with ours, ours.makefile() as answers:
        with theirs:
            socket.send_fds(_prepared.lines[name], [json.dumps([function, *words]).encode()], [theirs.fileno()])
        answer = answers.read()
    if not answer:
        raise Died(f"{function} ended without an answer. The log of this process tells why.")
    return json.loads(answer)


def stop() -> None:
    """Have the calls under way come to their end soon: `stopping.requested()` is true there from now on."""
    if _prepared is not None:
        os.kill(_prepared.pid, signal.SIGTERM)


def _fork_when_called(lines, idle_seconds):
    """Until the process that prepared it is gone. A message stays on its line until a side process reads it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running = {}  # {name: (its process, a descriptor that tells of its end)}

    def pass_on(number, frame):
        stopping.event.set()
        for pid, _ in list(running.values()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    signal.signal(signal.SIGTERM, pass_on)
    while True:
        waiting = [line for name, line in lines.items() if name not in running]
        ready, _, _ = select.select([*waiting, *(end for _, end in running.values())], [], [])
        for name, (pid, end) in list(running.items()):
            if end in ready:
                del running[name]
                os.waitpid(pid, 0)
                os.close(end)
        for name, line in lines.items():
            if line not in ready:
                continue
            if not line.recv(1, socket.MSG_PEEK):
                return
            # A signal that comes before the number is known would be lost.
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
            pid = os.fork()
            if pid == 0:
                signal.signal(signal.SIGTERM, lambda number, frame: stopping.event.set())
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
                _work(line, name, idle_seconds)
                return
            running[name] = pid, os.pidfd_open(pid)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])


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
