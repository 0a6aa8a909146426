"""The simulated provider and a scripted one, and adapters on them."""

import pytest

from tests.demo.provider.provider import let_an_hour_pass, running
from tests.reviews.engine.batches.adapters.scripted import scripted
from tests.reviews.engine.batches.adapters.wire import adapter


@pytest.fixture(scope="package", autouse=True)
def listed():
    """Providers on loopback, which is no public address: the operator lists it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
        yield


@pytest.fixture(scope="module")
def simulated():
    with running() as server:
        yield server


@pytest.fixture(scope="module")
def odd_provider():
    with scripted() as server:
        yield server


@pytest.fixture
def wire(simulated, adapters):
    """wire(provider, **fault) is an adapter; the next batch has this fault and ends at once if it says nothing else."""

    def make(provider, key="key-one", **fault):
        simulated.post("/control", {"faults": [], "batches": [{"seconds": 0.0} | fault]})
        return adapters(provider, simulated.url, key)

    return make


@pytest.fixture
def an_hour_later(monkeypatch):
    """an_hour_later(): batches of an hour have ended."""
    return lambda: let_an_hour_pass(monkeypatch)


@pytest.fixture
def odd(odd_provider, adapters):
    """odd(provider, {part of an address: answer}) is an adapter on a provider that answers so."""

    def make(provider, answers):
        odd_provider.answers, odd_provider.asked = answers, []
        return adapters(provider, odd_provider.url)

    return make


@pytest.fixture
def adapters():
    made = []

    def make(*place):
        made.append(adapter(*place))
        return made[-1]

    yield make
    for each in made:
        each.http.close()
