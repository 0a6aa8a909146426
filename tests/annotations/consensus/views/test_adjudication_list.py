"""The adjudicator's pages: what each state shows, what is posted, and where it leads."""

import pytest

from annotations.consensus.actions import adjudication
from annotations.models import AdjudicationRequest, AnnotationTask
from tests import factories
from tests.annotations.disputed import item_of, make_disputed
from tests.undoing import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def acme(module_db):
    return factories.make_organization("acme")


@pytest.fixture(scope="module")
def disputed(acme):
    return make_disputed(acme, rows=2).pk


@pytest.fixture
def task(db, disputed):
    return AnnotationTask.objects.get(pk=disputed)


def address(task, rest=""):
    return f"/tasks/{task.pk}/adjudication/{item_of(task).pk}/{rest}"


def text(response):
    return " ".join(response.content.decode().split())


def test_list_shows_disputed_items_with_their_questions(task, rita, client_of):
    html = text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/"))

    assert "1 item<" in html and "verdict" in html and "0.67" in html and "3 of 3" in html
    assert f'href="{address(task)}"' in html


def test_empty_list_says_what_comes_here(acme, rita, client_of):
    task = make_disputed(acme, ("wrong", "wrong", "wrong"))

    assert "Nothing to adjudicate" in text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/"))


def test_filters_narrow_and_old_links_do_not_fail(task, rita, client_of):
    cases = [
        ("?question=verdict", True),
        ("?question=score", False),
        ("?question=nonsense", True),
        ("?label=x&first=y", True),
        ("?after=1_2_3", True),
        ("?after=NaN_1", True),
        ("?after=0.1_1", False),
        ("?state=adjudicated", False),
        ("?question=verdict&label=0&other=2", True),
        ("?question=verdict&label=1&other=2", False),
    ]
    client = client_of(rita)
    for query, found in cases:
        response = client.get(f"/tasks/{task.pk}/adjudication/{query}")

        assert response.status_code == 200
        assert (address(task) in response.content.decode()) is found


def test_asking_for_a_decision_leads_back(task, rita, client_of):
    cases = [("", "adjudication"), ("/tasks/", "/tasks/"), ("https://x.org/", "adjudication")]
    client = client_of(rita)
    for back, leads_to in cases:
        with undone():
            response = client.post(address(task, "ask/"), {"reason": "Odd.", "next": back})

            assert response.status_code == 302 and leads_to in response.url and "x.org" not in response.url
            assert AdjudicationRequest.objects.get().reason == "Odd."
            assert "Odd." in text(client.get(address(task)))


def test_only_those_who_may_audit_get_in(task, alice, vera, mallory, client_of):
    for path in (f"/tasks/{task.pk}/adjudication/", address(task)):
        assert [client_of(who).get(path).status_code for who in (alice, vera, mallory)] == [403, 403, 404]


def test_list_takes_as_many_statements_for_more_rows(acme, rita, client_of, django_assert_max_num_queries):
    task = make_disputed(acme, rows=3)
    for item in task.items.all():
        adjudication.request(item=item, by=rita.user)
    client = client_of(rita)

    with django_assert_max_num_queries(16):
        client.get(f"/tasks/{task.pk}/adjudication/")
