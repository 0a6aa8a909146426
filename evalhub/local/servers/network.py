"""Ports of this machine and the smallest HTTP client that can ask whether something answers."""

import json
import os
import socket
from dataclasses import dataclass

from evalhub.local.errors import LocalError

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
TRIED_PORTS = 100


@dataclass(frozen=True)
class Port:
    """The port to serve on, and a sentence for the user when it is not the expected one."""

    number: int
    note: str = ""


@dataclass(frozen=True)
class Answer:
    """`status` is None when nothing answered; `body` is the decoded JSON object, or empty."""

    status: int | None
    body: dict


def choose_port():
    """PORT if it is given and free (0: any free one), else 8000 or the next free one."""
    given = os.environ.get("PORT", "").strip()
    if given:
        return _given_port(given)
    for number in range(DEFAULT_PORT, DEFAULT_PORT + TRIED_PORTS):
        if is_free(number):
            return Port(number, "" if number == DEFAULT_PORT else f"Port {DEFAULT_PORT} is taken; using {number}.")
    raise LocalError(f"No port from {DEFAULT_PORT} to {DEFAULT_PORT + TRIED_PORTS - 1} is free. Choose one: PORT=9000")


def _given_port(text):
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise LocalError(f"PORT is {text!r}. Valid values: a whole number from 1 to 65535.")
    number = int(text) or free_port()
    if not is_free(number):
        raise LocalError(
            f"Port {number} cannot be used: it is taken, or this user may not open it. "
            "Choose another one with PORT, or leave PORT out."
        )
    return Port(number)


def is_free(number):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, number))
        except OSError:
            return False
    return True


def free_port():
    """Any free port, for a server of ours: until this process ends the system gives it to nobody who asks for any."""
    keeper = socket.socket()
    # A server that says the same may listen where this one is bound and does not listen.
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind((HOST, 0))
    number = keeper.getsockname()[1]
    keeper.detach()  # stays open
    return number


def ask(port, path, seconds=5):
    """GET http://127.0.0.1:PORT/PATH."""
    request = f"GET {path} HTTP/1.0\r\nHost: {HOST}:{port}\r\nConnection: close\r\n\r\n"
    received = b""
    try:
        with socket.create_connection((HOST, port), timeout=seconds) as connection:
            connection.sendall(request.encode())
            while chunk := connection.recv(65536):
                received += chunk
    except OSError:
        return Answer(None, {})
    head, _, body = received.partition(b"\r\n\r\n")
    words = head.split(None, 2)
    if len(words) < 2 or not words[1].isdigit():
        return Answer(None, {})
    try:
        decoded = json.loads(body)
    except ValueError:
        decoded = {}
    return Answer(int(words[1]), decoded if isinstance(decoded, dict) else {})
