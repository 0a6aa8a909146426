"""Calls on an event loop: one deadline and one size for a call, checked addresses, nothing followed or repeated."""

import asyncio
import gzip
import socket

import httpcore
import pytest

from evalhub.lib.egress import AddressRefused
from evalhub.lib.egress.asynchronous import FAILURES, AsyncHttp, DeadlinePassed, TooLarge, Undecodable
from tests.lib.egress.raw_server import answer, cut_off, drip, drip_head, hang, reset, serving

OTHER = (httpcore.UnsupportedProtocol,)


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    """Loopback is no public address: the operator lists it."""
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1,api.example=127.0.0.1")


def call(respond, n=1, **options):
    """(the last Answer or exception, the Server) of n calls one after the other."""
    options = {"headers": {"x-a": "1"}, "content": b'{"a": 1}', "seconds": 20.0, "most_bytes": 10_000} | options

    async def calls():
        async with serving(respond) as server:
            http, found = AsyncHttp(), None
            for _ in range(n):
                try:
                    found = await http.send("POST", options.pop("url", server.url), **options)
                except (AddressRefused, DeadlinePassed, TooLarge, Undecodable, *FAILURES, *OTHER) as error:
                    found = error
            await http.aclose()
            return found, server

    return asyncio.run(calls())


def test_requests_arrive_over_connections_that_are_kept():
    found, server = call(answer(b'{"b": 2}', X_B="one"))
    assert (found.status_code, found.content, found.headers["x-b"]) == (200, b'{"b": 2}', "one")
    ((head, body),) = server.asked
    assert head.startswith(b"POST /v1/chat/completions HTTP/1.1\r\n") and b"x-a: 1\r\n" in head and body == b'{"a": 1}'
    assert f"host: 127.0.0.1:{server.port}".encode() in head

    _, server = call(answer(), n=3)
    assert (server.connections, len(server.asked)) == (1, 3)

    async def once(writer):
        writer.write(answer(connection="close"))
        await writer.drain()
        writer.close()

    found, server = call(once, n=3)
    assert found.status_code == 200 and server.connections == 3


@pytest.mark.parametrize("respond", [drip, drip_head, hang])
def test_call_ends_at_its_deadline_however_busy_its_connection_is(respond):
    found, server = call(respond, seconds=0.2)

    assert isinstance(found, DeadlinePassed) and len(server.asked) == 1


def test_answers_have_a_largest_size_also_unpacked():
    plain, _ = call(answer(b" " * 10_001))
    endless, _ = call(b"HTTP/1.1 200 OK\r\n\r\n" + b" " * 20_000)
    fitting, _ = call(answer(b" " * 10_000))
    assert isinstance(plain, TooLarge) and isinstance(endless, TooLarge) and len(fitting.content) == 10_000

    plain, _ = call(answer(gzip.compress(b"[1]"), content_encoding="gzip"))
    bomb, _ = call(answer(gzip.compress(b" " * 1_000_000), content_encoding="gzip"))
    assert plain.content == b"[1]" and isinstance(bomb, TooLarge)
    for body, packing in [(b"no gzip", "gzip"), (gzip.compress(b"[1]")[:-4], "gzip"), (b"[1]", "br")]:
        assert isinstance(call(answer(body, content_encoding=packing))[0], Undecodable), packing


@pytest.mark.parametrize("respond", [reset, cut_off, b"no HTTP\r\n\r\n"])
def test_broken_answer_is_a_failure_after_one_request(respond):
    found, server = call(respond)

    assert isinstance(found, FAILURES) and len(server.asked) == 1


def test_redirect_is_an_answer():
    found, server = call(answer(status="302 Found", location="http://127.0.0.1:9/"))

    assert found.status_code == 302 and len(server.asked) == 1


@pytest.mark.parametrize("address", ["10.0.0.8", "127.0.0.1", "169.254.169.254"])
def test_name_of_an_address_that_is_not_public_is_refused_before_anything_is_sent(monkeypatch, address):
    tried = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *words, **options: _found(address))
    monkeypatch.setattr(socket.socket, "connect", lambda *words: tried.append(words))

    found, _ = call(answer(), url="http://rebound.example/v1")

    assert isinstance(found, AddressRefused) and not tried


def test_checked_address_is_the_one_that_is_connected_to(monkeypatch):
    resolved = []

    def getaddrinfo(host, port, *words, **options):
        resolved.append(host)
        return _found("127.0.0.1" if len(resolved) == 1 else "10.0.0.8", port)

    async def calls():
        async with serving(answer()) as server:
            monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
            http, url = AsyncHttp(), server.url.replace("127.0.0.1", "api.example")
            found = await http.send("POST", url, headers={}, content=b"", seconds=20, most_bytes=100)
            await http.aclose()
            return found, server

    found, server = asyncio.run(calls())

    assert found.status_code == 200 and resolved == ["api.example"]
    assert f"host: api.example:{server.port}".encode() in server.asked[0][0]


def test_operators_proxy_is_asked(monkeypatch):
    async def calls():
        async with serving(answer(b"[7]")) as server:
            monkeypatch.setenv("HTTP_PROXY", f"http://user:word@127.0.0.1:{server.port}")
            monkeypatch.delenv("NO_PROXY", raising=False)
            monkeypatch.delenv("no_proxy", raising=False)
            http = AsyncHttp()
            found = await http.send(
                "POST", "http://far.example/v1", headers={}, content=b"x", seconds=20, most_bytes=100
            )
            await http.aclose()
            return found, server

    found, server = asyncio.run(calls())

    assert found.content == b"[7]" and server.asked[0][0].startswith(b"POST http://far.example/v1 HTTP/1.1")
    assert b"proxy-authorization: basic" in server.asked[0][0].lower()


@pytest.mark.parametrize("url", ["ftp://api.example/", "file:///etc/passwd", "http:///x"])
def test_other_schemes_are_not_called(url):
    assert isinstance(call(answer(), url=url)[0], httpcore.UnsupportedProtocol)


def _found(address, port=80):
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]
