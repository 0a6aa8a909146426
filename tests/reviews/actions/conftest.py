"""What the tests of review actions share: a model that says what the test wants."""

import pytest

from tests.reviews.actions import machine


@pytest.fixture
def model(monkeypatch):
    """model(stand_in) puts `stand_in` in the place of the language model; see tests.reviews.actions.machine."""

    def play(stand_in):
        machine.play(monkeypatch, stand_in)
        return stand_in

    return play
