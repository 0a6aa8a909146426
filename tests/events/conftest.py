"""A receiver of webhooks on this machine, and endpoints that lead to it."""

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from evalhub.events.actions import webhooks
from evalhub.events.actions.webhooks import EndpointFields


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict
    body: bytes


@dataclass
class Receiver:
    """`answers` are given in turn, (status, headers, body) each, and 204 when there are no more of them.

    With `gate`, a request that has arrived is answered once it is set; `arrived` is set by the first.
    """

    received: list = field(default_factory=list)
    answers: list = field(default_factory=list)
    gate: threading.Event | None = None
    arrived: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    def url(self, path="/hooks"):
        return f"http://127.0.0.1:{self.port}{path}"


@pytest.fixture
def receiver(monkeypatch):
    """A Receiver at an address of this machine that the operator lists."""
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
    state = Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(state))
    server.daemon_threads = True
    state.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield state
    if state.gate:
        state.gate.set()
    server.shutdown()
    server.server_close()
    thread.join()


def _handler(state):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            state.received.append(Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            state.arrived.set()
            if state.gate:
                state.gate.wait(60)
            status, headers, body = state.answers.pop(0) if state.answers else (204, {}, b"")
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 204:
                self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    return Handler


@pytest.fixture
def make_webhook(receiver):
    """make_webhook(member, *event types, path="/hooks") is an IssuedEndpoint of the member's organization."""

    def make(member, *event_types, path="/hooks"):
        fields = EndpointFields(url=receiver.url(path), event_types=event_types)
        return webhooks.create(organization=member.organization, fields=fields, by=member.user)

    return make


@pytest.fixture
def webhook(make_webhook, bob):
    """An IssuedEndpoint of acme that wants every event."""
    return make_webhook(bob)
