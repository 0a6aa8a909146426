"""Choosing the port, and asking whether something answers."""

import http.server
import socket
import threading

import pytest

from evalhub.local.errors import LocalError
from evalhub.local.servers import network


@pytest.fixture
def taken():
    with socket.socket() as listener:
        listener.bind((network.HOST, 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_chosen_port_that_is_taken_is_an_error(monkeypatch, taken):
    monkeypatch.setenv("PORT", str(taken))

    with pytest.raises(LocalError, match=f"Port {taken} cannot be used"):
        network.choose_port()


def test_the_default_port_makes_way(monkeypatch, taken):
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.setattr(network, "DEFAULT_PORT", taken)

    port = network.choose_port()

    assert port.number > taken
    assert str(taken) in port.note


@pytest.mark.parametrize("text", ["http", "-1", "65536", "80.0", "８０"])
def test_a_port_that_is_no_number_is_an_error(monkeypatch, text):
    monkeypatch.setenv("PORT", text)

    with pytest.raises(LocalError, match="Valid values"):
        network.choose_port()


def test_port_zero_is_any_free_one_and_stays_ours(monkeypatch):
    monkeypatch.setenv("PORT", "0")

    number = network.choose_port().number

    with http.server.HTTPServer((network.HOST, number), http.server.BaseHTTPRequestHandler) as server:
        assert server.server_port == number
    with socket.socket() as other, pytest.raises(OSError):
        other.bind((network.HOST, number))


def test_ask_reads_status_and_json_where_somebody_listens():
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(503)
            self.end_headers()
            self.wfile.write(b'{"worker": "silent"}')

        def log_message(self, *words):
            pass

    with http.server.HTTPServer((network.HOST, 0), Handler) as server:
        threading.Thread(target=server.handle_request).start()

        answer = network.ask(server.server_port, "/healthz", seconds=60)
    assert answer == network.Answer(503, {"worker": "silent"})

    with socket.socket() as silent:
        silent.bind((network.HOST, 0))  # so that nobody else listens there meanwhile

        assert network.ask(silent.getsockname()[1], "/healthz") == network.Answer(None, {})
