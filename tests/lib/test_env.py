"""Readers of settings name the variable, the value met and the valid values."""

from pathlib import Path

import pytest

from evalhub.lib import env
from evalhub.lib.env import SettingError


@pytest.fixture
def given(monkeypatch):
    """given(text) sets the variable X; given(None) unsets it."""

    def set_value(text):
        monkeypatch.delenv("X", raising=False)
        if text is not None:
            monkeypatch.setenv("X", text)

    return set_value


@pytest.mark.parametrize("text, expected", [("a", "a"), (" a ", " a "), (None, "d"), ("", "d")])
def test_text(given, text, expected):
    given(text)

    assert env.env_str("X", "d") == expected


@pytest.mark.parametrize("text", [None, ""])
def test_text_without_default_is_required(given, text):
    given(text)

    with pytest.raises(SettingError, match="X is not set"):
        env.env_str("X")


@pytest.mark.parametrize(
    "text, expected",
    [("1", True), ("True", True), ("YES", True), ("on", True), ("0", False), ("no", False), ("", False), (None, True)],
)
def test_flag(given, text, expected):
    given(text)

    assert env.env_bool("X", True) is expected


def test_flag_names_valid_values(given):
    given("maybe")

    with pytest.raises(SettingError, match="X is 'maybe'. Valid values: 1, true, yes, on, 0, false, no, off."):
        env.env_bool("X")


@pytest.mark.parametrize("text, expected", [("5", 5), (" 5 ", 5), ("", 3), (None, 3)])
def test_whole_number(given, text, expected):
    given(text)

    assert env.env_int("X", 3, 1, 9) == expected


@pytest.mark.parametrize("text", ["0", "10", "1.5", "five", "1e1", "--"])
def test_whole_number_outside_its_range(given, text):
    given(text)

    with pytest.raises(SettingError, match=f"X is '{text}'. Valid values: a whole number from 1 to 9."):
        env.env_int("X", 3, 1, 9)


def test_number_with_a_minimum_only(given):
    given("-0.5")

    with pytest.raises(SettingError, match="Valid values: a number of at least 0."):
        env.env_float("X", 1.0, 0)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "NaN"])
def test_number_must_be_finite(given, text):
    given(text)

    with pytest.raises(SettingError):
        env.env_float("X", 1.0)


def test_choice(given):
    given("blue")

    with pytest.raises(SettingError, match="X is 'blue'. Valid values: red, green."):
        env.env_choice("X", "red", ["red", "green"])
    given("green")
    assert env.env_choice("X", "red", ["red", "green"]) == "green"


@pytest.mark.parametrize("text, expected", [(" a , b,,", ["a", "b"]), ("", []), (None, ["d"])])
def test_list(given, text, expected):
    given(text)

    assert env.env_list("X", ["d"]) == expected


def test_folders_and_their_owners(given):
    given("acme=/data/acme: /data/jobs ")
    assert env.env_folders("X") == [("acme", Path("/data/acme")), ("", Path("/data/jobs"))]

    given(None)
    assert env.env_folders("X") == []


@pytest.mark.parametrize("text", ["jobs", "acme=jobs", "=/data"])
def test_folders_are_absolute_and_owners_are_named(given, text):
    given(text)

    with pytest.raises(SettingError, match="absolute folders"):
        env.env_folders("X")
