"""What the fixtures promise to every other test."""

import socket

import pytest
from django.core.cache import cache
from django.db import connection

from evalhub.accounts.models import Membership


@pytest.mark.parametrize("address", ["192.0.2.1", "198.51.100.7", "evalhub.example"])
def test_nothing_but_loopback_can_be_reached(address):
    with socket.socket() as plain, pytest.raises(RuntimeError, match=f"tried to reach {address}"):
        plain.connect((address, 80))


def test_loopback_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as plain:
        plain.connect(server.getsockname())


@pytest.mark.services
@pytest.mark.parametrize("turn", [1, 2])
def test_cache_of_a_test_begins_empty(turn):
    assert cache.get("seen") is None
    cache.set("seen", turn)
    assert cache.get("seen") == turn


def test_client_acts_for_the_organization_of_the_membership(client_of, alice, bob):
    assert client_of(bob).get("/settings/").context["membership"] == bob
    assert client_of(alice).get("/settings/").context["organization"] == alice.organization


@pytest.mark.django_db(transaction=True)
def test_threads_run_together_on_connections_of_their_own(together, bob):
    def backend():
        assert Membership.objects.count() == 1
        return connection.connection.info.backend_pid

    def fail():
        raise LookupError("lost")

    first, second, error = together(backend, backend, fail)

    assert len({first, second, connection.connection.info.backend_pid}) == 3
    assert isinstance(error, LookupError)


@pytest.mark.django_db(transaction=True)
def test_served_site_knows_members_and_keys(site_of, live_api_of, bob):
    assert site_of(bob).get("/people/").status_code == 200
    assert live_api_of(bob).get("/v1/annotations/tasks").status_code == 200
