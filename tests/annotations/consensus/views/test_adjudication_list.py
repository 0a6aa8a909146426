"""The adjudicator's pages: what each state shows, what is posted, and where it leads."""

import pytest
from django.utils.html import strip_tags

from annotations.models import AdjudicationRequest, AnnotationTask
from tests.annotations.disputed import address, make_disputed
from tests.annotations.pages import text
from tests.kept_people import acme
from tests.undoing import undone

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def disputed(acme):
    return make_disputed(acme, rows=2).pk


@pytest.fixture
def task(db, disputed):
    return AnnotationTask.objects.get(pk=disputed)


def text_of(response):
    return " ".join(strip_tags(response.content.decode()).split())


def test_empty_list_says_what_comes_here(acme, rita, client_of):
    task = make_disputed(acme, ("wrong", "wrong", "wrong"))

    assert "Nothing to adjudicate" in text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/"))


def test_list_says_how_much_is_decided_already(task, rita, client_of):
    client, path = client_of(rita), f"/tasks/{task.pk}/adjudication/"

    undecided, differing = (text_of(client.get(f"{path}{query}")) for query in ("", "?state=differing"))

    assert "1 item differs: 1 decided by majority, 0 to decide" in undecided and "Nothing to adjudicate" in undecided
    assert "No estimate of time: needs 5 pairs of decisions in a row, n 0" in undecided
    assert "Decided by majority" in differing


def test_asking_for_a_decision_leads_back(task, rita, client_of):
    cases = [("", "adjudication"), ("/tasks/", "/tasks/"), ("https://x.org/", "adjudication")]
    client = client_of(rita)
    for back, leads_to in cases:
        with undone():
            response = client.post(address(task, "ask/"), {"reason": "Odd.", "next": back})

            assert response.status_code == 302 and leads_to in response.url and "x.org" not in response.url
            assert AdjudicationRequest.objects.get().reason == "Odd."
            assert "Odd." in text(client.get(address(task)))
