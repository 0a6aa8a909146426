"""Fixtures for tests of the local supervisor."""

import pytest

from evalhub.local.paths import Home
from tests.local.installation import Installation


@pytest.fixture
def home(tmp_path):
    """A home that exists and in which nothing runs."""
    home = Home(tmp_path / "home")
    home.create()
    return home


@pytest.fixture
def installation():
    installation = Installation()
    yield installation
    installation.remove()
