"""Every list can be walked: its test file makes its rows. Many of them cost as many statements as one."""

import importlib

from evalhub.lists import registry
from tests.lists.walks import module_of, walk_of
from tests.source_tree import complain
from tests.statements import statements
from tests.undoing import undone

ROWS = 7


def test_every_list_has_a_walk():
    complain(
        (key for key in registry if not hasattr(importlib.import_module(module_of(key)), "walk")),
        "The test file of a list has a function walk(organization, member), for tests/end_to_end/test_lists.py.",
    )


def test_many_rows_of_a_list_cost_as_many_statements_as_one(acme, bob, client_of, monkeypatch):
    def statements_of(page, size):
        monkeypatch.setattr(registry[key], "page_size", size)
        with statements() as found:
            lines = client.get(page).context["list"].lines
        assert len(lines) == size, f"{key} has {len(lines)} rows"
        return found

    client, grown = client_of(bob), []
    for key, declared in registry.items():
        with undone():
            walk = walk_of(key, acme, bob)
            monkeypatch.setattr(declared, "columns", walk.columns or declared.columns)
            one, many = statements_of(walk.path, 1), statements_of(walk.path, ROWS)
            if len(many) > len(one):
                grown.append(
                    "\n".join([f"{key}: {len(one)}, {len(many)}", *(sql[:150] for sql in many if sql not in one)])
                )

    complain(grown, f"Pages of these lists cost more statements with {ROWS} rows than with one.")
