"""The annotator's page without a script: plain GET and POST, its states, and what it must not show."""

import uuid

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationTask, Annotator, Assignment, Draft, TaskItem
from annotations.queue.actions import claims
from tests import factories
from tests.undoing import undone


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=2)


def address(name, task, item_id=None):
    return reverse(f"annotations:{name}", args=[task.pk] if item_id is None else [task.pk, item_id])


@pytest.fixture
def lease(task, alice):
    """Of the item that alice has in hand."""
    return claims.claim(task=task, annotator=factories.make_annotator(alice))


def test_taking_submitting_and_taking_the_next(task, alice, client_of):
    client = client_of(alice)
    opened = client.get(address("annotate", task))
    none_taken = not Assignment.objects.exists()
    shown = client.post(address("item_claim", task), follow=True).context
    item_id = shown["lease"].item_id
    form = {"lease_token": shown["lease"].token, "submission_id": shown["submission_id"], "q-verdict": "partly"}

    page = client.post(address("answer_submit", task, item_id), form, follow=True)
    again = client.post(address("answer_submit", task, item_id), form)

    assert opened.context["state"] == "start" and none_taken
    assert Annotation.objects.get().judgements.get().value == "partly"
    assert Annotation.objects.get().origin == "ui" and again.status_code == 302
    assert page.context["lease"].item_id != item_id
    assert page.context["done"] == 1


def test_view_is_exact_and_remembered_for_its_task_alone(task, lease, alice, client_of):
    client = client_of(alice)

    part = client.get(address("item_pane", task, lease.item_id), {"view": "source"})
    page = client.get(address("annotate", task))

    cookie = part.cookies["task_view"]
    assert (cookie.value, cookie["path"]) == ("source", address("annotate", task))
    assert 'class="text plain exact"' in part.content.decode()
    assert page.context["view"] == "source"


def test_htmx_gets_the_mistakes_and_then_the_next_item_as_fragments(task, lease, alice, client_of):
    client, url = client_of(alice), address("answer_submit", task, lease.item_id)

    mistakes = client.post(url, {}, headers={"HX-Request": "true"})
    text = client.post(url, {"q-verdict": "wrong"}, headers={"HX-Request": "true"}).content.decode()

    assert (mistakes.status_code, mistakes["HX-Retarget"], mistakes["HX-Reswap"]) == (422, "#answer", "outerHTML")
    assert 'id="work"' not in mistakes.content.decode()
    assert "<html" not in text and 'id="work"' in text
    assert 'id="progress" hx-swap-oob="true"' in text


def test_missing_answer_is_422_with_links_and_nothing_lost_and_late_answer_is_told_and_stays_on_screen(
    task, lease, alice, client_of
):
    page = client_of(alice).post(address("answer_submit", task, lease.item_id), {"time_spent_seconds": "nonsense"})
    assert page.status_code == 422
    assert '<a href="#q-verdict" dir="auto">Is the answer correct?</a>' in page.content.decode()
    assert "autofocus" in page.content.decode()
    assert page.context["lease"] == lease

    Assignment.objects.update(state="expired")
    TaskItem.objects.update(open_slots=0)
    page = client_of(alice).post(address("answer_submit", task, lease.item_id), {"q-verdict": "wrong"})
    assert page.status_code == 409
    assert "kept as late" in page.content.decode()
    assert 'value="wrong" data-key="3" checked' in page.content.decode()


def test_skip_and_flag_without_a_script_and_flag_without_a_reason_is_422(task, alice, client_of, lease):
    client = client_of(alice)
    for name, verb in (("item_skip", "skipped"), ("item_flag", "flagged")):
        with undone():
            lease = claims.claim(task=task, annotator=factories.make_annotator(alice))
            asked = client.get(address(name, task, lease.item_id))
            done = client.post(address(name, task, lease.item_id), {"reason": "unclear"}, follow=True)
            assert asked.status_code == 200
            assert f"{verb}." in done.content.decode()
            assert Assignment.objects.get(item_id=lease.item_id).state == "skipped"

    client, url = client_of(alice), address("item_flag", task, lease.item_id)
    page = client.post(url, {"reason": " "})
    part = client.post(url, {"reason": ""}, headers={"HX-Request": "true"})
    assert (page.status_code, part.status_code) == (422, 422)
    assert part["HX-Retarget"] == "#flag-error"


def test_undo_brings_the_answers_back_and_says_when_there_is_nothing(task, lease, alice, client_of):
    client, part = client_of(alice), {"HX-Request": "true"}
    none = client.post(address("answer_undo", task), headers=part)
    told = client.post(address("answer_undo", task), follow=True).content.decode()
    client.post(address("answer_submit", task, lease.item_id), {"q-verdict": "wrong"}, headers=part)

    page = client.post(address("answer_undo", task), follow=True)

    assert (none.status_code, none["HX-Retarget"]) == (409, "#alerts") and "nothing to undo" in told
    assert page.context["lease"].item_id == lease.item_id
    assert 'value="wrong" data-key="3" checked' in page.content.decode()


def test_draft_is_saved_and_a_stale_one_shows_both_versions_and_save_and_exit_keeps_the_item(
    task, lease, alice, client_of
):
    client, url = client_of(alice), address("draft_save", task, lease.item_id)
    saved = client.post(url, {"q-verdict": "wrong", "draft_version": "0"})
    stale = client.post(url, {"q-verdict": "correct", "draft_version": "0"})
    assert saved.json() == {"version": 1, "lease_ended": False}
    assert stale.status_code == 409
    assert "Wrong" in stale.content.decode() and "Correct" in stale.content.decode()
    assert Draft.objects.get().answers == {"verdict": "wrong"}

    form = {"q-verdict": "wrong", "draft_version": "0"}
    answer = client_of(alice).post(address("draft_exit", task, lease.item_id), form)
    assert answer.url == reverse("annotations:my_work")
    assert Draft.objects.get().answers == {"verdict": "wrong"}
    assert Assignment.objects.get().state == "leased"


def test_heartbeat_extends_and_tells_when_the_lease_is_lost_and_tasks_that_hand_nothing_out_say_why(
    task, lease, alice, client_of
):
    client, url = client_of(alice), address("lease_extend", task, lease.item_id)
    kept = client.post(url, {"lease_token": lease.token})
    lost = client.post(url, {"lease_token": str(uuid.uuid4())})
    assert kept.json()["seconds_left"] > 1700
    assert lost.status_code == 409

    cases = [("DRAFT", None), ("PAUSED", "This task is paused"), ("COMPLETED", "This task is complete")]
    client = client_of(alice)
    for state, words in cases:
        with undone():
            AnnotationTask.objects.update(status=state)
            page = client.get(address("annotate", task))
            assert page.status_code == (404 if words is None else 200)
            assert words is None or words in page.content.decode()


def test_all_done_and_busy_are_told_apart_and_hostile_content_stays_text(task, alice, acme, client_of):
    client, other = client_of(alice), factories.make_annotator(factories.make_member(acme))
    mine = factories.make_annotator(alice)
    for item in task.items.all():
        factories.make_lease(item, mine, state="skipped")
    done = client.post(address("item_claim", task))
    busy_task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=1)
    claims.claim(task=busy_task, annotator=other)
    busy = client.post(address("item_claim", busy_task))
    waiting = client.post(address("item_claim", busy_task), {"waiting": "busy"}, headers={"HX-Request": "true"})
    assert "All done" in done.content.decode() and "Skipped (3)" in done.content.decode()
    assert "No items available right now" in busy.content.decode()
    assert waiting.status_code == 204

    output = {"model-a": "<img src=x onerror=alert(1)>"}
    rows = [{"input": {"question": "<script>alert(1)</script>"}, "outputs": output}]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))
    client = client_of(alice)
    claims.claim(task=task, annotator=factories.make_annotator(alice))
    for view in ("rendered", "source"):
        text = client.get(address("annotate", task), {"view": view}).content.decode()
        assert "<script>alert" not in text and "<img" not in text


def test_page_says_that_items_are_prepared_and_that_a_person_is_paused(task, alice, client_of):
    client = client_of(alice)
    AnnotationTask.objects.update(preparation="PENDING")
    prepared = client.get(address("annotate", task)).content.decode()
    AnnotationTask.objects.update(preparation="READY")
    factories.make_annotator(alice)
    Annotator.objects.update(status="paused")

    paused = client.get(address("annotate", task)).content.decode()

    assert "Items are being created" in prepared and "refreshes automatically" in prepared
    assert "Your work here is paused" in paused and "has paused your work. Ask an admin" in paused
    assert all('id="answer"' not in page and 'id="submit"' not in page for page in (prepared, paused))
