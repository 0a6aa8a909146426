"""The simulated provider, and adapters on it."""

import pytest

from tests.reviews.batches.wire import adapter
from tests.reviews.simulated.provider import running


@pytest.fixture(scope="module")
def simulated():
    with running() as server:
        yield server


@pytest.fixture
def wire(simulated):
    """wire(provider, **fault) is an adapter; the next batch has this fault and ends at once if it says nothing else."""
    made = []

    def make(provider, key="key-one", **fault):
        simulated.post("/control", {"faults": [], "batches": [{"seconds": 0.0} | fault]})
        made.append(adapter(provider, simulated.url, key))
        return made[-1]

    yield make
    for each in made:
        each.http.close()
