"""The frame around every page: only what the role may use, and where one is."""

import pytest
from django.test import RequestFactory

from evalhub.context import frame
from evalhub.navigation import location_of
from tests.undoing import undone

EVERYBODY = {"organization": ["API keys", "Settings", "API reference"]}
ADMIN_PAGES = ["People and teams", "API keys", "Webhooks", "Organization settings", "Provider keys"]
READERS = {
    "data": ["Datasets"],
    "label": ["Tasks"],
    "evaluate": ["Evaluations", "Benchmarks", "Metrics", "Experiments", "Gates", "Result reviews", "Rubric studies"],
    "models": ["Cost and quality", "Quality", "Models and judges", "Prompts", "Runs", "Ledger", "Limits and budget"],
}


def frame_of(member, path="/", **cookies):
    request = RequestFactory().get(path)
    request.membership, request.COOKIES = member, cookies
    return frame(request)


def labels(frame):
    return {group.key: [str(item.label) for item in group.items] for group in frame["rail"]}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name, shown",
    [
        ("alice", {"label": ["Annotate"]}),
        ("vera", READERS),
        ("rita", READERS | {"data": ["Datasets", "Exports"], "label": ["Tasks", "Annotate", "Audit", "Adjudicate"]}),
        (
            "bob",
            READERS
            | {"data": ["Datasets", "Imports", "Exports"], "label": ["Tasks", "Annotate", "Audit", "Adjudicate"]}
            | {"organization": [*ADMIN_PAGES, "Audit log", "Settings", "API reference"]},
        ),
    ],
)
def test_rail_holds_what_the_role_may_use(request, name, shown):
    assert labels(frame_of(request.getfixturevalue(name))) == EVERYBODY | shown


def test_page_lies_below_its_entry(bob, subtests):
    cases = [
        ("/", None, "Home"),
        ("/operations/", "models", "Limits and budget"),
        ("/providers/", "models", "Limits and budget"),
        ("/quality/gradings/", "models", "Quality"),
        ("/methods/", "evaluate", "Result reviews"),
        ("/api-keys/new/", "organization", "API keys"),
    ]

    for path, group, entry in cases:
        with subtests.test(path=path, group=group), undone():
            location, shown = location_of(path), frame_of(bob, path)
            assert (location.group and location.group.key, location.entry.label) == (group, entry)
            marked = [item.label for part in shown["rail"] for item in part.items if item.current]
            assert marked == ([entry] if group else [])
            assert shown["home"].current == (group is None)


def test_closed_group_stays_closed_unless_the_page_is_in_it(bob):
    shown = frame_of(bob, "/datasets/", rail_closed="data.models")

    assert [part.key for part in shown["rail"] if not part.open] == ["models"]


def test_organization_is_closed_at_first(bob):
    assert [part.key for part in frame_of(bob)["rail"] if not part.open] == ["organization"]


def test_groups_of_a_collapsed_rail_are_closed(bob):
    assert not any(part.open for part in frame_of(bob, "/datasets/", rail="collapsed")["rail"])


def test_stranger_has_no_rail():
    assert frame_of(None)["rail"] == []
