"""An organization and its people whom all tests of a module share: `module_db` of tests/conftest.py says how.

A module imports those it needs and names them in its `__all__`; they stand in the place of each test's own.
"""

import pytest

from tests import factories


@pytest.fixture(scope="module")
def acme(module_db):
    return factories.make_organization("acme")


@pytest.fixture(scope="module")
def bob(acme):
    return factories.make_member(acme, "bob", role="admin")


@pytest.fixture(scope="module")
def alice(acme):
    return factories.make_member(acme, "alice")
