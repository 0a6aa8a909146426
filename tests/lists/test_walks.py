"""Every list can be walked: its test file makes its rows."""

import importlib

from evalhub.lists import registry
from tests.lists.walks import module_of
from tests.source_tree import complain


def test_every_list_has_a_walk():
    complain(
        (key for key in registry if not hasattr(importlib.import_module(module_of(key)), "walk")),
        "The test file of a list has a function walk(organization, member), for tests/browser/test_lists.py.",
    )
