"""The frame around every page: only what the role may use, and where one is."""

import pytest
from django.test import RequestFactory
from django.urls import reverse

from evalhub.context import frame
from evalhub.navigation import SECTIONS, location_of
from tests.undoing import undone

READERS = ["Home", "Data", "Tasks", "Evaluate", "Models", "Settings"]
WORKERS = ["Home", "Data", "Tasks", "Annotate", "Audit", "Adjudicate", "Evaluate", "Models"]
EVALUATE = ["Evaluations", "Benchmarks", "Metrics", "Experiments", "Gates", "Result reviews", "Rubric studies"]
MODELS = ["Models", "Cost and quality", "Routing", "Prompts", "Runs", "Ledger", "Providers and limits"]


def frame_of(member, path="/"):
    request = RequestFactory().get(path)
    request.membership, request.COOKIES = member, {}
    return frame(request)


def labels(items, *, current=False):
    read = (lambda each: each) if items and isinstance(items[0], dict) else vars
    return [str(read(each)["label"]) for each in items if read(each)["current"] or not current]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name, shown",
    [
        ("alice", ["Home", "Annotate", "Settings"]),
        ("vera", READERS),
        ("rita", [*WORKERS, "Settings"]),
        ("bob", [*WORKERS, "Organization", "Settings"]),
    ],
)
def test_rail_holds_what_the_role_may_use(request, name, shown):
    assert labels(frame_of(request.getfixturevalue(name))["rail"]) == shown


def test_page_lies_in_its_section_beside_its_tabs(bob, vera, subtests):
    limits = ["Providers", "Provider keys", "Limits and budget", "Operations"]
    cases = [
        (bob, "/", "Home", "Home", [], []),
        (bob, "/metrics/", "Evaluate", "Metrics", EVALUATE, []),
        (bob, "/operations/", "Models", "Providers and limits", MODELS, limits),
        (vera, "/providers/", "Models", "Providers and limits", MODELS, [limits[0], *limits[2:]]),
        (bob, "/quality/gradings/", "Models", "Routing", MODELS, None),
        (bob, "/methods/", "Evaluate", "Result reviews", EVALUATE, ["Result reviews", "Methods"]),
        (bob, "/api-keys/new/", "Settings", "API keys", [], []),
        (vera, "/tasks/", "Tasks", "Tasks", [], []),
    ]

    for member, path, section, page, of_section, of_page in cases:
        with subtests.test(path=path), undone():
            location, shown = location_of(path), frame_of(member, path)
            assert (location.section.label, location.page.label) == (section, page)
            assert labels(shown["rail"], current=True) == [section]
            assert labels(shown["section_tabs"]) == of_section
            assert labels(shown["section_tabs"], current=True) == ([page] if of_section else [])
            assert of_page is None or labels(shown["page_tabs"]) == of_page


def test_each_address_is_a_page_of_one_section():
    found = {}
    for section in SECTIONS:
        for page in section.pages:
            for place in page.places:
                found.setdefault(place, set()).add(section.label)
                assert location_of(place).page is page

    assert len(found) > 30 and all(len(labels) == 1 for labels in found.values())


def test_stranger_has_no_rail():
    assert frame_of(None, reverse("reviews:run_list"))["rail"] == []
