"""What tests of batches share: a provider of the tests' own."""

import pytest


@pytest.fixture
def provider(monkeypatch):
    from tests.reviews.batch_world import serving

    with serving(monkeypatch) as started:
        yield started
