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
