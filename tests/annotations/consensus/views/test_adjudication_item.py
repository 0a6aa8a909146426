"""The adjudicator's desk: what each state of an item shows, what is posted, and where it leads."""

import re

import pytest

from annotations.consensus.actions import adjudication
from annotations.models import Annotation, AnnotationTask, Assignment, GroundTruth, Question
from evalhub.accounts.models import AuditEvent
from tests import factories
from tests.annotations.disputed import address, decide, item_of, make_disputed, sheet_of
from tests.annotations.pages import text
from tests.annotations.panel import NAMES, everyone
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def disputed(acme):
    return make_disputed(acme, rows=2).pk


@pytest.fixture
def task(db, disputed):
    return AnnotationTask.objects.get(pk=disputed)


def form(task, member, verdict=None, **fields):
    """A posted form: the agreed values filled in as on the page, the verdict and its cause chosen."""
    body = {"seen": sheet_of(task, member).seen, "own-grade": "correct", "own-score": "4", "cause-verdict": "edge_case"}
    return body | ({"own-verdict": verdict} if verdict else {}) | fields


def test_page_names_nobody(task, rita, client_of):
    html = text(client_of(rita).get(address(task)))

    assert "1 to decide, 2 agreed" in html and "2 of 3 people" in html and "2 agreed by everyone" in html
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


def test_own_value_without_a_note_or_a_cause_is_422_and_keeps_what_was_typed(task, rita, client_of):
    body = form(task, rita, "partly")

    response = client_of(rita).post(address(task, "publish/"), body)

    html = text(response)
    assert response.status_code == 422 and "No annotator gave this value" in html
    assert re.search(r'value="edge_case"[^>]* checked', html) and re.search(r'value="partly"[^>]* checked', html)
    assert not GroundTruth.objects.filter(source="adjudicated").exists()
    body["note-verdict"] = "Half of it holds."
    no_cause = client_of(rita).post(address(task, "publish/"), body | {"cause-verdict": ""})
    assert no_cause.status_code == 422 and "Choose the cause of the disagreement." in text(no_cause)
    assert not GroundTruth.objects.filter(source="adjudicated").exists()
    assert client_of(rita).post(address(task, "publish/"), body).status_code == 302


def test_new_answer_since_opening_is_409_and_is_marked_and_adjudicated_item_is_read_only_until_revised(
    task, rita, acme, client_of
):
    body = form(task, rita, "wrong")
    late = factories.make_annotator(factories.make_member(acme, "zoe"))
    factories.make_annotation(item_of(task), late, {"verdict": "partly"})
    response = client_of(rita).post(address(task, "publish/"), body)
    html = text(response)
    assert response.status_code == 409 and "answers have changed" in html
    assert html.count(">New</span>") == 1 and re.search(r'value="wrong"[^>]* checked', html)
    assert sheet_of(task, rita).seen in html

    decide(task, rita, fields={"cause": "edge_case"})
    client = client_of(rita)
    html, revising = text(client.get(address(task))), text(client.get(address(task) + "?revise=1"))
    assert "Adjudicated by Rita" in html and "Edge case" in html and "own-verdict" not in html
    assert "enter the item number: 1" in revising and "own-verdict" in revising
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


def test_item_without_all_answers_says_so_and_ways_out_lead_on_and_say_what_happened(task, rita, client_of):
    item, client = task.items.get(position=1), client_of(rita)
    none = text(client.get(f"/tasks/{task.pk}/adjudication/{item.pk}/"))
    factories.make_annotation(item, everyone(task)[0], {"verdict": "wrong"})
    one = text(client.get(f"/tasks/{task.pk}/adjudication/{item.pk}/"))
    assert "No answers" in none and 'id="decision"' not in none
    assert "Waiting for answers: 1 of 3" in one

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


def test_groups_follow_the_scale_and_nothing_is_preset_and_given_value_that_no_widget_lists_is_taken_by_its_group(
    acme, rita, client_of
):
    task = make_disputed(acme, ("wrong", "wrong", "correct"), consensus_threshold=0.7)
    html = text(client_of(rita).get(address(task)))
    line = html[html.index('id="card-verdict"') : html.index('id="card-grade"')]
    assert re.findall(r'<strong class="anywhere" dir="auto">(\w+)</strong>', line) == ["correct", "wrong"]
    assert " checked" not in line and "Not decided" in line
    assert html.count("1 left") == 1 and "0 of 1 published" in html

    task = make_disputed(acme)
    faults = Question.objects.get(schema_version=task.schema_version, key="faults")
    for annotation, value in zip(item_of(task).annotations.all(), (["tone"], ["tone"], ["facts"]), strict=True):
        factories.make_judgement(annotation, faults, value)
    body = form(task, rita, "wrong") | {"cause-faults": "subjective"}
    html = text(client_of(rita).get(address(task)))
    (token,) = re.findall(r'name="given-faults" value="(\w{12})"[^>]*data-words="tone"', html)
    response = client_of(rita).post(address(task, "publish/"), body | {"given-faults": token})
    assert response.status_code == 302
    assert GroundTruth.objects.get(source="adjudicated", question__key="faults").value == ["tone"]


def test_desk_takes_as_many_statements_for_more_raters(acme, rita, client_of, django_assert_max_num_queries):
    task = make_disputed(acme)
    for machine in everyone(task)[3:5]:
        factories.make_annotation(item_of(task), machine, {"verdict": "wrong"}, justification="See.", evidence="It is")
    client = client_of(rita)

    with django_assert_max_num_queries(30):
        html = text(client.get(address(task)))

    places = re.findall(r'data-quote title="It is" translate="no">(\w+)</a>', html)
    assert places == ["A1", "A1"], "The same place in a text has one number, whoever quotes it."
