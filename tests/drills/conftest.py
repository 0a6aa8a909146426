"""What all drills share: a provider that charges, and the process that workers are forked from."""

import pytest

from tests.drills.charging import charging
from tests.drills.nursery import Nursery, address_of_test_database


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


@pytest.fixture
def provider(charging_provider):
    charging_provider.begin()
    return charging_provider
