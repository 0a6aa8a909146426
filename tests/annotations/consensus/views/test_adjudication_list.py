"""The adjudicator's pages: what each state shows, what is posted, and where it leads."""

import re

import pytest

from annotations.consensus.actions import adjudication
from annotations.models import AdjudicationRequest, Annotation, AnnotationTask, Assignment, GroundTruth
from evalhub.accounts.models import AuditEvent
from tests import factories
from tests.annotations.disputed import decide, item_of, make_disputed, sheet_of
from tests.annotations.panel import NAMES, everyone
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


def form(task, member, take=None, **fields):
    """A posted form: the agreed values filled in as on the page, `take` the value to take of the verdict."""
    sheet = sheet_of(task, member)
    body = {"seen": sheet.seen}
    for row in sheet.rows:
        value = take if row.spec.key == "verdict" else row.agreed_value
        marks = [cell.column.mark for cell in row.cells if cell.value == value and value is not None]
        body |= {f"take-{row.spec.key}": marks[0] if marks else "", f"confidence-{row.spec.key}": "high"}
    return body | fields


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


def test_page_names_nobody(task, rita, client_of):
    html = text(client_of(rita).get(address(task)))

    assert "Most frequent, 2 of 3" in html and "all 3 agree" in html
    assert not [name for name in NAMES if re.search(rf"\b{name}\b", html, re.IGNORECASE)]
    assert not [str(row.pk) for row in everyone(task) if str(row.pk) in html]


def test_publishing_leads_on(task, rita, client_of):
    response = client_of(rita).post(address(task, "publish/"), form(task, rita, "wrong"))

    assert response.status_code == 302 and response.url == f"/tasks/{task.pk}/adjudication/"
    values = GroundTruth.objects.filter(source="adjudicated").values_list("question__key", "value")
    assert dict(values) == {"verdict": "wrong", "grade": "correct", "score": 4}


def test_filters_stay_on_the_way_to_the_next_item(task, rita, client_of):
    other = task.items.get(position=1)
    factories.make_annotation(other, everyone(task)[0], {"verdict": "wrong"})
    adjudication.request(item=other, by=rita.user)

    body = form(task, rita, "wrong", between="people", question="verdict")
    response = client_of(rita).post(address(task, "publish/"), body)

    assert response.status_code == 302 and "question=verdict&between=people" in response.url


def test_own_value_without_a_note_is_422_and_keeps_what_was_typed(task, rita, client_of):
    body = form(task, rita, None) | {"take-verdict": "own", "own-verdict": "partly", "cause-verdict": "edge_case"}

    response = client_of(rita).post(address(task, "publish/"), body)

    html = text(response)
    assert response.status_code == 422 and "No annotator gave this value" in html
    assert 'value="edge_case" selected' in html
    assert not GroundTruth.objects.filter(source="adjudicated").exists()
    body["note-verdict"] = "Half of it holds."
    assert client_of(rita).post(address(task, "publish/"), body).status_code == 302


def test_new_answer_since_opening_is_409_and_is_marked(task, rita, acme, client_of):
    body = form(task, rita, "wrong")
    late = factories.make_annotator(factories.make_member(acme, "zoe"))
    factories.make_annotation(item_of(task), late, {"verdict": "partly"})

    response = client_of(rita).post(address(task, "publish/"), body)

    html = text(response)
    assert response.status_code == 409 and "answers have changed" in html
    assert html.count(">New</span>") == 6 and "checked" in html
    assert sheet_of(task, rita).seen in html


def test_adjudicated_item_is_read_only_until_revised(task, rita, client_of):
    decide(task, rita, fields={"cause": "edge_case"})
    client = client_of(rita)

    html, revising = text(client.get(address(task))), text(client.get(address(task) + "?revise=1"))

    assert "Adjudicated by Rita" in html and "Edge case" in html and "take-verdict" not in html
    assert "enter the item number: 1" in revising and "take-verdict" in revising
    body = form(task, rita, "correct")
    assert client.post(address(task, "publish/"), body).status_code == 422
    assert client.post(address(task, "publish/"), body | {"confirmation": "1"}).status_code == 302


def test_whoever_answered_may_only_read(task, rita, client_of):
    factories.make_annotation(item_of(task), factories.make_annotator(rita), {"verdict": "wrong"})
    client = client_of(rita)

    assert "It is read-only for you" in text(client.get(address(task)))
    response = client.post(address(task, "publish/"), form(task, rita, "wrong") | {"override": "1"})

    assert response.status_code == 403 and "another adjudicator must decide it" in text(response)


def test_admin_who_answered_may_tick_to_go_ahead(task, bob, client_of):
    factories.make_annotation(item_of(task), factories.make_annotator(bob), {"verdict": "wrong"})
    client = client_of(bob)
    assert 'name="override"' in text(client.get(address(task)))

    client.post(address(task, "publish/"), form(task, bob, "wrong") | {"override": "1"})

    assert AuditEvent.objects.filter(verb="adjudication.own_item").count() == 1


def test_incomplete_item_can_be_opened(task, rita, client_of):
    item = task.items.get(position=1)
    factories.make_annotation(item, everyone(task)[0], {"verdict": "wrong"})

    html = text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/{item.pk}/"))

    assert "1 of 3 answers" in html and "Waiting for answers" in html


def test_item_without_answers_says_so(task, rita, client_of):
    item = task.items.get(position=1)

    html = text(client_of(rita).get(f"/tasks/{task.pk}/adjudication/{item.pk}/"))

    assert "No answers" in html and 'id="decision"' not in html


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


def test_ways_out_lead_on_and_say_what_happened(task, rita, client_of):
    Annotation.objects.filter(item=item_of(task)).delete()
    task.items.update(open_slots=0)
    for person in everyone(task)[:2]:
        row = Assignment.objects.create(task=task, item=item_of(task), annotator=person, state="submitted")
        factories.make_annotation(item_of(task), person, {"verdict": "wrong"}, assignment=row)
    client, seen = client_of(rita), sheet_of(task, rita).seen

    refused = client.post(address(task, "return/"), {"seen": seen, "letter": "A", "note": ""})
    stale = client.post(address(task, "return/"), {"seen": "old", "letter": "A", "note": "Look."})
    returned = client.post(address(task, "return/"), {"seen": seen, "letter": "A", "note": "Look."})
    asked = client.post(address(task, "another/"), {"seen": seen})

    assert [r.status_code for r in (refused, stale, returned, asked)] == [422, 409, 302, 302]
    assert "Enter a note" in text(refused) and "Check them again" in text(stale)
    assert Assignment.objects.filter(state="returned").count() == 1
    assert item_of(task).open_slots == 1
