"""What tests of experiments share: a stand-in for models."""

import functools

import pytest

from tests.reviews import machine


@pytest.fixture
def model(monkeypatch):
    """model(stand_in) puts `stand_in` in the place of the language model; see tests.reviews.machine."""
    return functools.partial(machine.play, monkeypatch)
