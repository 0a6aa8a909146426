"""Every list of the API is read in the same way: page by page with a cursor, each row once."""

import pytest

from tests import api_contract, factories
from tests.access_world import ARGUMENTS, make_world
from tests.source_tree import complain

MOST_PAGES = 40


def lists():
    """(path, names of query parameters, schema of the answer) of all calls that answer with a list."""
    document = api_contract.document()
    for path, methods in document["paths"].items():
        call = methods.get("get", {})
        if call.get("operationId", "").endswith("_list"):
            name = call["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            names = {each["name"] for each in call.get("parameters", []) if each["in"] == "query"}
            yield path, names, document["components"]["schemas"][name]["properties"]


def test_every_list_says_whether_it_goes_on_and_how():
    lacking = [path for path, _names, answer in lists() if not {"has_more", "next"} <= set(answer)]
    no_cursor = [path for path, names, _answer in lists() if "limit" in names and "cursor" not in names]

    complain(lacking, "These lists do not answer has_more and next.")
    complain(no_cursor, "These lists have pages but take no cursor.")


@pytest.fixture(scope="module")
def world(module_db):
    """Two of most things, all of the first's parents."""
    organization = factories.make_organization("everything")
    admin = factories.make_member(organization, role="admin")
    make_world(organization, is_other=True)
    return make_world(organization, member=admin)


def test_pages_by_cursor_hold_each_row_once(db, world, api_of):
    ids, caller, problems, walked = {name: find(world) for name, find in ARGUMENTS.items()}, api_of(world.member), [], 0
    for path, names, answer in lists():
        if "cursor" in names:
            field = next(name for name, part in answer.items() if part.get("type") == "array")
            address = path.format(**ids)
            expected, found, page = caller.get(address).json()[field], [], {"next": None}
            while len(found) < MOST_PAGES:
                page = caller.get(address, {"limit": 1} | ({"cursor": page["next"]} if page["next"] else {})).json()
                found += page.get(field, [page])
                if not page.get("has_more"):
                    break
            walked += len(found) > 1
            if found != expected:
                problems.append(f"{path}: {len(found)} of {len(expected)} rows")

    complain(problems, "Pages by cursor hold other rows than the list.")
    assert walked > 15, "Too few lists of this world have several rows."


def test_since_leaves_out_what_is_older(db, world, api_of):
    ids, caller, problems, walked = {name: find(world) for name, find in ARGUMENTS.items()}, api_of(world.member), [], 0
    for path, names, answer in lists():
        if "since" in names:
            field = next(name for name, part in answer.items() if part.get("type") == "array")
            rows, old, new = (
                caller.get(path.format(**ids), query).json().get(field)
                for query in ({}, {"since": "2000-01-01"}, {"since": "2999-12-31"})
            )
            walked += bool(rows)
            if old != rows or new != []:
                problems.append(f"{path}: {old} {new}")

    complain(problems, "These lists do not read since.")
    assert walked > 10, "Too few lists of this world have rows."


def test_a_list_is_counted_up_to_a_bound(bob, api_of, monkeypatch):
    for name in ("a", "b", "c"):
        factories.make_dataset(bob.organization, name=name)
    totals = []
    for bound in (3, 2):
        monkeypatch.setattr("evalhub.api.paging.MOST_COUNTED", bound)
        totals.append(api_of(bob).get("/v1/datasets").json()["total"])

    assert totals == [3, None]
