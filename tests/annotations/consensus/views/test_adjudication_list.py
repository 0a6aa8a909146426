"""The adjudicator's pages: what each state shows, what is posted, and where it leads."""

import pytest

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


def test_empty_list_says_what_comes_here(acme, rita, client_of):
    task = make_disputed(acme, ("wrong", "wrong", "wrong"))

    assert "Nothing to adjudicate" in text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/"))


def test_asking_for_a_decision_leads_back(task, rita, client_of):
    cases = [("", "adjudication"), ("/tasks/", "/tasks/"), ("https://x.org/", "adjudication")]
    client = client_of(rita)
    for back, leads_to in cases:
        with undone():
            response = client.post(address(task, "ask/"), {"reason": "Odd.", "next": back})

            assert response.status_code == 302 and leads_to in response.url and "x.org" not in response.url
            assert AdjudicationRequest.objects.get().reason == "Odd."
            assert "Odd." in text(client.get(address(task)))
