"""httpx clients of threads: checked addresses, a deadline for a whole call, nothing followed."""

import socket

import httpx
import pytest

from evalhub.lib.egress import AddressRefused
from evalhub.lib.egress.synchronous import ending_in, new_client
from tests.lib.egress.raw_server import answer, beside, drip, drip_head, hang


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1,api.example=127.0.0.1")


def test_answers_come_over_kept_connections():
    with beside(answer(b"[1]")) as server, new_client() as client:
        found = [client.post(server.url, json={"a": 1}).json() for _ in range(3)]

    assert found == [[1]] * 3 and server.connections == 1
    assert server.asked[0][1] == b'{"a":1}'


@pytest.mark.parametrize("respond", [drip, drip_head, hang])
def test_call_ends_at_its_deadline_however_busy_its_connection_is(respond):
    with beside(respond) as server, new_client() as client, pytest.raises(httpx.ReadTimeout):
        with client.stream("GET", server.url, extensions=ending_in(0.2)) as response:
            response.read()

    assert len(server.asked) == 1


def test_deadlines_are_of_one_call_and_redirects_are_answers():
    with beside(answer(b"[1]")) as server, new_client() as client:
        stream = client.stream("GET", server.url, extensions=ending_in(0.0))
        with pytest.raises(httpx.TimeoutException), stream as response:
            response.read()

        assert client.get(server.url).json() == [1]

    with beside(answer(status="302 Found", location="http://127.0.0.1:9/")) as server, new_client() as client:
        assert client.get(server.url).status_code == 302


def test_name_of_an_address_that_is_not_public_is_refused(monkeypatch):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("169.254.169.254", 80))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *words, **options: found)

    with new_client() as client, pytest.raises(AddressRefused):
        client.get("http://rebound.example/latest/meta-data")


def test_nobody_listening_is_a_connect_error():
    with new_client() as client, pytest.raises(httpx.ConnectError):
        client.get("http://127.0.0.1:9/")
