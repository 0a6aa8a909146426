"""Rows that all tests of a module start from: made once, in a transaction that is undone after the module.

A module names them in `world()`, and gives each to its tests under its own name:

    def world():
        return people(run=make_run)

    acme, bob, run = map(kept, ("acme", "bob", "run"))

What a test writes is undone at its end, and it gets copies of the rows. No test of such a module may be transactional.
"""

from types import SimpleNamespace

import pytest

from tests import factories


def kept(name):
    """A fixture: the test's own copy of this part of the module's world."""

    @pytest.fixture(name=name)
    def part(own_world):
        return getattr(own_world, name)

    return part


def people(**rows):
    """A world of bob, who administers acme, and what `rows` make of him: {name: function of bob}."""
    bob = factories.make_member(factories.make_organization("acme"), "bob", role="admin")
    return SimpleNamespace(acme=bob.organization, bob=bob, **{name: make(bob) for name, make in rows.items()})
