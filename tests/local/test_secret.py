"""The secret key of one installation."""

import os

import pytest

from evalhub.local.secret import secret_key


@pytest.fixture(autouse=True)
def no_key_given(monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)


def test_the_key_is_kept_private_and_whole(home):
    key = secret_key(home)
    assert len(key) >= 50
    assert secret_key(home) == key
    assert home.secret_key.stat().st_mode & 0o777 == 0o600

    home.secret_key.write_text("short")
    assert len(secret_key(home)) >= 50


def test_a_given_key_wins_and_is_not_kept(home, monkeypatch):
    monkeypatch.setitem(os.environ, "SECRET_KEY", "given")

    assert secret_key(home) == "given"
    assert not home.secret_key.exists()
