"""The frame around every page: only what the role may use, and where one is."""

import pytest
from django.test import RequestFactory

from evalhub.context import frame

EVERYBODY = ["Home", "API keys", "Settings"]


def labels(member, path="/"):
    request = RequestFactory().get(path)
    request.membership = member
    return [item.label for item in frame(request)["rail"]]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name, extra",
    [
        ("alice", {"Annotate"}),
        ("vera", {"Datasets", "Tasks", "Metrics", "Runs", "Result reviews", "Studies", "Prompts", "Quality"}),
        (
            "rita",
            {
                "Datasets",
                "Tasks",
                "Metrics",
                "Runs",
                "Result reviews",
                "Studies",
                "Prompts",
                "Quality",
                "Annotate",
                "Audit",
                "Exports",
            },
        ),
        (
            "bob",
            {
                "Datasets",
                "Tasks",
                "Metrics",
                "Runs",
                "Result reviews",
                "Studies",
                "Prompts",
                "Quality",
                "Annotate",
                "Audit",
                "Exports",
                "People",
                "Audit log",
            },
        ),
    ],
)
def test_rail_holds_what_the_role_may_use(request, name, extra):
    shown = labels(request.getfixturevalue(name))

    assert set(shown) - set(EVERYBODY) == extra
    assert [label for label in shown if label in EVERYBODY] == EVERYBODY


def test_pages_beside_the_runs_mark_them(bob):
    request = RequestFactory().get("/providers/")
    request.membership = bob

    assert [item.label for item in frame(request)["rail"] if item.current] == ["Runs"]


@pytest.mark.parametrize("name", ["gradings/", "calibration/", "observations/", ""])
def test_pages_of_quality_mark_it(vera, name):
    request = RequestFactory().get(f"/quality/{name}")
    request.membership = vera

    assert [item.label for item in frame(request)["rail"] if item.current] == ["Quality"]


def test_stranger_has_no_rail():
    request = RequestFactory().get("/")
    request.membership = None

    assert frame(request)["rail"] == []


def test_current_page_is_marked_and_the_lower_part_set_apart(alice):
    request = RequestFactory().get("/api-keys/new/")
    request.membership = alice

    rail = frame(request)["rail"]

    assert [item.label for item in rail if item.current] == ["API keys"]
    assert [item.label for item in rail if item.apart] == ["API keys"]
