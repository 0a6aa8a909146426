"""Every list can be walked: its test file makes its rows. Many of them cost as many statements as one."""

import importlib

from django.http import QueryDict

from evalhub.lists import registry
from evalhub.lists.declaration import FIGURES
from evalhub.lists.shown import show
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


def test_figures_of_every_list_are_sorted_or_say_why_not():
    complain(
        (f"{key}: {c.key}" for key, declared in registry.items() for c in declared.columns if _fails(declared, c)),
        "A column of numbers, times, shares or money has `sort` or one of `sorts`, or `unsorted` says why not.",
    )


def test_every_list_is_sorted_by_what_it_shows_at_the_cost_of_one_row(acme, bob, client_of, monkeypatch):
    """By each column in both directions: values in order, undefined ones last, each row once on pages of five; as many
    statements for seven rows as for one; and not by an expression where it would be read of too many rows."""
    client, found = client_of(bob), []
    for key, declared in registry.items():
        with undone(), monkeypatch.context() as patch:
            walk = walk_of(key, acme, bob)
            patch.setattr(declared, "columns", walk.columns or declared.columns)
            one, many = (_statements_of(client, walk.path, size, declared, patch) for size in (1, ROWS))
            if len(many) > len(one):
                found.append("\n".join([f"{key}: more statements", *(sql[:150] for sql in many if sql not in one)]))
            opened = client.get(walk.path).context["list"].declared
            opened.page_size = 5
            for column in opened.sortable:
                for sort in (column, f"-{column}"):
                    found += [f"{key}: {sort} {problem}" for problem in _problems(opened, column, sort)]
            patch.setattr("evalhub.lists.shown.MOST_SORTED", 0)
            links = [each.column.key for each in show(opened, QueryDict()).headers if each.href]
            found += [f"{key}: {column} of any" for column in links if column in opened.sorts]

    complain(found, "Lists are sorted as they are shown, and cost as many statements for many rows as for one.")


def _statements_of(client, path, size, declared, patch):
    patch.setattr(declared, "page_size", size)
    with statements() as found:
        lines = client.get(path).context["list"].lines
    assert len(lines) == size, f"{path} has {len(lines)} rows"
    return found


def _fails(declared, column):
    return column.kind in FIGURES and not (column.sort or column.key in {**declared.sorts, **declared.unsorted})


def _problems(opened, key, sort):
    column, is_counted = opened.column(key), key in opened.sorts
    lines, href = [], f"?sort={sort}"
    while href:
        part = show(opened, QueryDict(href.removeprefix("?")))
        lines, href = lines + part.lines, part.after_href
        if part.problem:
            yield part.problem
    if len({line.row.pk for line in lines}) != len(lines) or len(lines) != part.total:
        yield "has other rows on its pages"
    if column.kind in FIGURES or is_counted:
        values = [column.read(line.row) for line in lines]
        sorted_by = [getattr(line.row, "sort_value", value) for line, value in zip(lines, values, strict=True)]
        if is_counted and len(set(sorted_by)) < 2:
            yield "has one value in all rows"
        for each in (values if column.kind in FIGURES else sorted_by, sorted_by):
            known = [value for value in each if value is not None]
            if each != sorted(known, reverse=sort.startswith("-")) + [None] * (len(each) - len(known)):
                yield f"is {each}"
