"""Addresses that users set lead to public places, or to those that the operator lists."""

import socket

import pytest

from evalhub.lib.egress import addresses
from evalhub.lib.errors import InvalidInput


@pytest.fixture(autouse=True)
def names(monkeypatch):
    """What names lead to; others are unknown. Nothing is asked for."""
    known = {"hooks.example": "93.184.216.34", "inside.example": "10.0.0.8", "mapped.example": "::ffff:10.0.0.8"}

    def getaddrinfo(host, port, **_):
        address = known.get(host, host)
        try:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            socket.inet_pton(family, address)
        except OSError:
            raise socket.gaierror(host) from None
        return [(family, socket.SOCK_STREAM, 6, "", (address, port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example/in?x=1",
        "http://hooks.example",
        "https://hooks.example:443/",
        "http://hooks.example:/",
        "http://93.184.216.34/",
    ],
)
def test_public_addresses_are_taken_as_they_are(url):
    assert addresses.check(f" {url}\n") == url


@pytest.mark.parametrize(
    "url, words",
    [
        ("ftp://hooks.example/", "neither http:// nor https://"),
        ("hooks.example/in", "neither http:// nor https://"),
        ("https:///in", "names no host"),
        ("", "neither http:// nor https://"),
        ("https://hooks.example:8443/", "has port 8443. Valid: 443 for https"),
        ("http://hooks.example:443/", "has port 443. Valid: 80 for http"),
        ("https://hooks.example:port/", "not a valid address"),
        ("http://hooks.example:0/", "not a valid address"),
        ("http://hooks.example:00/", "not a valid address"),
        ("http://hooks.example:65536/", "not a valid address"),
        ("http://hooks.example:-1/", "not a valid address"),
        ("https://[::1/", "not a valid address"),
        ("https://me:secret@hooks.example/", "Leave name and password out"),
        ("https://@hooks.example/", "Leave name and password out"),
        ("https://hooks.example/#top", "what follows #"),
        ("https://hooks.example/a b", "without blanks"),
        ("https://hooks.example\\@inside.example/", "without blanks"),
        ("https://hööks.example/", "xn--"),
        (f"https://hooks.example/{'x' * 2000}", "Valid: at most 2000"),
        ("https://nowhere.example/", "The name nowhere.example is not known"),
        ("https://inside.example/", "not public. An operator can allow it in EVALHUB_STATIC_HOSTS"),
        ("https://mapped.example/", "not public"),
        ("http://127.0.0.1/", "not public"),
        ("http://[::1]/", "not public"),
        ("http://169.254.169.254/latest/meta-data/", "not public"),
    ],
)
def test_other_addresses_are_refused_with_the_reason(url, words):
    with pytest.raises(InvalidInput) as caught:
        addresses.check(url)

    assert caught.value.code == "bad_address"
    assert words in caught.value.message


def test_a_listed_host_may_have_any_port_and_address(monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "inside.example=10.0.0.8")

    assert addresses.check("http://inside.example:8080/in") == "http://inside.example:8080/in"
    with pytest.raises(InvalidInput):
        addresses.check("http://inside.example:0/in")
