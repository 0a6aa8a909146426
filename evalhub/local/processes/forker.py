"""Imports a module once and forks a program from it whenever the supervisor asks: run by `forking.py`.

Run as `python -m evalhub.local.processes.forker DESCRIPTOR MODULE`. One JSON object a line comes in: `words` for the
module's `run`, `environment`, `log`, and the `signal` that the program gets should this process die. Out go
`{"started": PID}` as each starts, and `{"ended": PID, "status": …}` as subprocess counts it.
"""

import ctypes
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys

PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


def main(descriptor, name):
    connection = socket.socket(fileno=int(descriptor))
    # What is imported stays: looking it over for garbage, now or in a fork, would only cost time and touch its pages.
    gc.disable()
    module = importlib.import_module(name)
    module.preload()
    gc.freeze()
    request = _serve(connection)
    gc.enable()
    if request is not None:
        module.run(*request["words"])


def _serve(connection):
    """Forks what is requested. Returns in each fork with what it is to run, and None when the supervisor is gone."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    # A terminal's Ctrl-C is the supervisor's to handle.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    received = b""
    while True:
        ready, _, _ = select.select([connection, read], [], [])
        if read in ready:
            os.read(read, 512)
        for message in _ended():
            _send(connection, message)
        if connection not in ready:
            continue
        chunk = connection.recv(65536)
        if not chunk:
            return None
        *lines, received = (received + chunk).split(b"\n")
        for line in lines:
            request = json.loads(line)
            parent = os.getpid()
            if os.fork() == 0:
                signal.set_wakeup_fd(-1)
                _become(request, parent)
                # Only now, when signals to its group reach it.
                _send(connection, {"started": os.getpid()})
                for number in (read, write, connection.detach()):
                    os.close(number)
                return request


def _ended():
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield {"ended": pid, "status": os.waitstatus_to_exitcode(status)}


def _send(connection, message):
    connection.sendall(json.dumps(message).encode() + b"\n")


def _become(request, parent):
    """A session, an environment, a log and a name of its own; its life is tied to the process it is forked from."""
    os.setsid()
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(PR_SET_PDEATHSIG, request["signal"], 0, 0, 0)
    library.prctl(PR_SET_NAME, request["words"][0].encode(), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    log = os.open(request["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(source, target)
    os.close(log)
    os.close(nothing)
    os.environ.clear()
    os.environ.update(request["environment"])


if __name__ == "__main__":
    main(*sys.argv[1:])
