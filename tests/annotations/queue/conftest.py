"""Fixtures of the queue's tests: who answers."""

import pytest

from tests import factories


@pytest.fixture
def annotator(alice):
    return factories.make_annotator(alice)
