"""What all drills share: a provider that charges, a process that forks workers, and servers to take away."""

import pytest

from tests.drills.charging import charging
from tests.drills.nursery import Nursery, address_of_test_database
from tests.drills.own_services import own_services


@pytest.fixture(scope="session")
def charging_provider():
    with charging() as server:
        yield server


@pytest.fixture(scope="session")
def workers(charging_provider, django_db_setup, tmp_path_factory):
    log = tmp_path_factory.mktemp("drills") / "workers.log"
    nursery = Nursery(charging_provider, log, DATABASE_URL=address_of_test_database())
    try:
        nursery.wait_until_ready()
        yield nursery
    finally:
        nursery.close()


@pytest.fixture(scope="session")
def services(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), own_services(address_of_test_database()) as started:
        yield started


@pytest.fixture
def provider(charging_provider, monkeypatch):
    charging_provider.begin()
    for name in ("OPENAI", "ANTHROPIC", "GEMINI"):
        monkeypatch.setenv(f"{name}_API_BASE", charging_provider.url)
    return charging_provider
