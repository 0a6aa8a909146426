"""Errors carry what a reader can act on."""

import pytest

from evalhub.lib import errors

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.EvalHubError)]


def test_own_code_and_details_win():
    error = errors.Conflict("Taken.", code="slot_taken", details={"item": 1}, headers={"X": "y"})

    assert (str(error), error.message, error.code, error.status) == ("Taken.", "Taken.", "slot_taken", 409)
    assert (error.details, error.headers) == ({"item": 1}, {"X": "y"})


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_status_of_its_own_and_empty_details(kind):
    error = kind("Words.")

    assert 400 <= error.status < 600
    assert error.code
    assert error.details == {}
    assert error.headers == {}


def test_details_are_not_shared_and_unknown_keys_are_invalid_input():
    errors.InvalidInput("a").details["x"] = 1
    assert errors.InvalidInput("b").details == {}

    assert issubclass(errors.UnknownKey, errors.InvalidInput)
    assert errors.UnknownKey("x").code == "unknown_key"
