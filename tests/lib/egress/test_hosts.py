"""Names of the table go to their addresses; every other name goes the usual way."""

import socket

import pytest

from evalhub.lib import egress
from evalhub.lib.env import SettingError


@pytest.fixture
def resolver(monkeypatch):
    """The names that reach the real resolver, which answers nothing."""
    asked = []

    def getaddrinfo(host, *args, **kwargs):
        asked.append(host)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def test_table_is_read_with_addresses_of_both_kinds(monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "API.example=127.0.0.1, v6.example=::1")

    assert egress.static_hosts() == {"api.example": "127.0.0.1", "v6.example": "::1"}


@pytest.mark.parametrize("entry", ["api.example", "=127.0.0.1", "api.example=", "api.example=localhost", "a=1.2.3"])
def test_unreadable_entry_is_named(monkeypatch, entry):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", f"good.example=127.0.0.1,{entry}")

    with pytest.raises(SettingError, match=f"EVALHUB_STATIC_HOSTS holds '{entry}'. Valid values: name=address"):
        egress.static_hosts()


@pytest.mark.parametrize("name", ["api.example", "API.Example", b"api.example"])
def test_name_of_the_table_is_resolved_to_its_address(monkeypatch, resolver, name):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "api.example=127.0.0.1")

    egress.install()
    socket.getaddrinfo(name, 443)

    assert resolver == ["127.0.0.1"]


@pytest.mark.parametrize("name", ["other.example", None, "sub.api.example"])
def test_other_names_go_the_usual_way(monkeypatch, resolver, name):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "api.example=127.0.0.1")

    egress.install()
    socket.getaddrinfo(name, 443)

    assert resolver == [name]


def test_second_install_of_the_same_table_changes_nothing(monkeypatch, resolver):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "api.example=127.0.0.1")

    egress.install()
    first = socket.getaddrinfo
    egress.install()

    assert socket.getaddrinfo is first


def test_empty_table_leaves_the_resolver_alone(monkeypatch, resolver):
    monkeypatch.delenv("EVALHUB_STATIC_HOSTS", raising=False)
    before = socket.getaddrinfo

    egress.install()

    assert socket.getaddrinfo is before


def found(*addresses):
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]


def test_only_addresses_of_the_public_internet_are_public():
    public = ["8.8.8.8", "104.18.7.192", "2606:4700::6812:7c0", "64:ff9b::808:808", "2002:808:808::1"]
    other = [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::7f00:1",
        "2002:a9fe:a9fe::1",
        "::7f00:1",
        "fd00:ec2::254",
        "2001:db8::1",
        "192.0.0.192",
        "168.63.129.16",
        "64:ff9b:1:7f00:0:100:808:808",
        "::ffff:0:808:808",
        "3fff::1",
    ]

    assert [each for each in public if not egress.is_public(each)] == []
    assert [each for each in other if egress.is_public(each)] == []


def test_host_with_one_address_that_is_not_public_is_refused():
    assert egress.checked("api.example", 443, found("8.8.8.8", "8.8.4.4", "8.8.8.8")) == ["8.8.8.8", "8.8.4.4"]
    with pytest.raises(egress.AddressRefused, match="api.example has an address that is not public"):
        egress.checked("api.example", 443, found("8.8.8.8", "10.0.0.1"))


def test_places_that_the_operator_names_may_have_any_address(monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "static.example=10.0.0.1")
    monkeypatch.setenv("OPENAI_API_BASE", "http://Models.example:8000/v1")
    monkeypatch.setenv("MISTRAL_API_BASE", "https://mistral.example/v1")
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://[::1]:99999/")
    monkeypatch.setenv("DATABASE_URL", "postgres://database.example:5432/x")

    for host, port, is_listed in [
        ("static.example", 1, True),
        ("STATIC.example.", 443, True),
        ("models.example", 8000, True),
        ("models.example", 5432, False),
        ("mistral.example", 443, True),
        ("other.example", 443, False),
        ("database.example", 5432, False),
    ]:
        assert egress.is_listed(host, port) == is_listed, host
    assert egress.checked("models.example", 8000, found("10.0.0.1")) == ["10.0.0.1"]


def test_proxy_is_the_operators_unless_it_is_switched_off_for_a_host(monkeypatch):
    for name in ("HTTP_PROXY", "ALL_PROXY", "all_proxy", "http_proxy", "https_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("NO_PROXY", "inner.example")

    assert egress.proxy_of("https", "api.example", 443) == "http://proxy.example:3128"
    assert egress.proxy_of("https", "inner.example", 443) is None
    assert egress.proxy_of("http", "api.example", 80) is None
