"""The form of the annotator's page: conditions, reasons and quotes, two versions, an older form, the page laid by."""

import json
import re
import uuid

import pytest
from django.urls import reverse

from annotations.models import Annotation, AnnotationTask, Annotator, Assignment, Comment, Draft, SchemaVersion
from annotations.queue.actions import claims, leases
from tests import factories
from tests.kept_people import acme
from tests.undoing import undone

HTMX = {"HX-Request": "true"}
CONDITIONAL = {
    "fields": [
        {
            "key": "verdict",
            "type": "single_choice",
            "title": "Is the answer correct?",
            "reason": "required",
            "options": [{"value": "correct", "label": "Correct"}, {"value": "wrong", "label": "Wrong"}],
        },
        {
            "key": "why",
            "type": "text",
            "title": "What is wrong?",
            "required": False,
            "reason": "off",
            "show_if": {"question": "verdict", "is": "wrong"},
        },
        {"key": "note", "type": "text", "title": "Remark", "required": False, "reason": "off"},
    ]
}


__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=3)
    return factories.make_task(version, schema=CONDITIONAL, required=1)


@pytest.fixture
def task(db, made):
    return factories.fresh(made)


def address(name, task, item_id=None):
    return reverse(f"annotations:{name}", args=[task.pk] if item_id is None else [task.pk, item_id])


@pytest.fixture
def hand(task, alice, client_of):
    """(client, the lease of the item in hand)."""
    return client_of(alice), claims.claim(task=task, annotator=factories.make_annotator(alice))


def test_question_that_is_not_asked_is_marked_and_answered_by_the_server(task, hand):
    client, lease = hand

    drawn = client.get(address("annotate", task))
    asked = client.post(address("question_visibility", task, lease.item_id), {"q-verdict": "wrong"}).json()

    assert drawn.content.decode().count("not-asked") == 1
    assert [question.is_asked for question in drawn.context["questions"]] == [True, False, True]
    assert asked["why"] == {"shown": True, "required": False}
    assert asked["verdict"] == {"shown": True, "required": True}


def test_reason_is_kept_in_the_draft_missed_and_submitted(task, hand):
    client, lease = hand
    item_id = lease.item_id
    form = {"q-verdict": "wrong", "r-verdict": "It is seven.", "draft_version": "0"}

    client.post(address("draft_save", task, item_id), form)
    page = client.get(address("annotate", task)).content.decode()
    refused = client.post(address("answer_submit", task, item_id), form | {"r-verdict": ""})
    client.post(address("answer_submit", task, item_id), form)

    assert "It is seven." in page
    assert refused.status_code == 422
    assert "needs a reason" in refused.content.decode() and "checked" in refused.content.decode()
    assert Annotation.objects.get().judgements.get().justification == "It is seven."


def test_two_versions_become_one(task, hand):
    cases = [
        ({"keep": "mine"}, {"verdict": "wrong", "note": "mine"}),
        ({"keep": "theirs"}, {"verdict": "correct", "note": "theirs"}),
        ({"keep": "chosen", "take-note": "theirs"}, {"verdict": "wrong", "note": "theirs"}),
    ]
    client, lease = hand
    for choice, kept in cases:
        with undone():
            item_id = lease.item_id
            theirs = {"q-verdict": "correct", "q-note": "theirs", "draft_version": "0"}
            client.post(address("draft_save", task, item_id), theirs)
            mine = {"q-verdict": "wrong", "q-note": "mine", "draft_version": "0", "other_version": "1"}

            answer = client.post(address("draft_merge", task, item_id), mine | choice, headers=HTMX)

            assert (answer.status_code, answer["HX-Retarget"]) == (200, "#answer")
            assert Draft.objects.get().answers == kept


def test_note_goes_with_the_answer_that_is_taken(task, hand):
    client, lease = hand
    item_id = lease.item_id
    theirs = {"q-verdict": "correct", "r-verdict": "theirs", "draft_version": "0"}
    client.post(address("draft_save", task, item_id), theirs)
    mine = {"q-verdict": "wrong", "r-verdict": "mine", "q-note": "n", "draft_version": "0", "other_version": "1"}

    shown = client.post(address("draft_save", task, item_id), mine)
    mine |= {"keep": "chosen", "take-verdict": "theirs"}
    client.post(address("draft_merge", task, item_id), mine, headers=HTMX)

    draft = Draft.objects.get().answers
    assert "theirs" in shown.content.decode() and "mine" in shown.content.decode()
    assert draft["verdict"] == "correct" and draft["note"] == "n"
    assert draft["_remarks"]["verdict"]["justification"] == "theirs"


def test_third_version_is_shown_before_anything_is_overwritten(task, hand):
    client, lease = hand
    item_id = lease.item_id
    for number in range(2):
        client.post(address("draft_save", task, item_id), {"q-note": f"{number}", "draft_version": f"{number}"})

    answer = client.post(
        address("draft_merge", task, item_id), {"q-note": "mine", "keep": "mine", "other_version": "1"}, headers=HTMX
    )

    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#alerts")
    assert Draft.objects.get().answers == {"note": "1"}


def test_answer_to_the_form_that_was_drawn_counts_after_the_form_has_changed(task, hand):
    client, lease = hand
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00:00Z")
    old = task.schema_version_id
    AnnotationTask.objects.update(schema_version=factories.make_schema(task, factories.VERDICT, number=2))
    form = {"q-verdict": "wrong", "r-verdict": "Seven.", "q-note": "n", "schema_version": str(old)}

    answer = client.post(address("answer_submit", task, lease.item_id), form)

    assert answer.status_code == 302
    assert Annotation.objects.get().schema_version_id == old


def test_forms_of_other_tasks_and_items_never_held_are_refused_and_page_laid_by_is_opened_without_being_sent_again(
    task, hand, rival
):
    client, lease = hand
    other = factories.make_task(task.dataset_version)
    version = factories.make_version(factories.make_dataset(rival))
    foreign = factories.make_task(version, schema={"fields": [{"key": "secret", "type": "text", "title": "Secret?"}]})
    form = {"schema_version": str(foreign.schema_version_id)}
    never_held = task.items.exclude(pk=lease.item_id).first()
    sent = client.post(
        address("answer_submit", task, lease.item_id),
        {"q-verdict": "wrong", "schema_version": str(other.schema_version_id)},
    )
    told = client.post(address("question_visibility", task, lease.item_id), form)
    kept = client.post(address("draft_save", task, lease.item_id), form | {"draft_version": "0"})
    unknown = client.post(address("question_visibility", task, never_held.pk), {})
    assert [answer.status_code for answer in (sent, told, kept, unknown)] == [400, 400, 400, 404]
    assert "secret" not in told.content.decode()

    client, lease = hand
    laid_by = client.post(address("item_prefetch", task), headers=HTMX)
    form = {"q-verdict": "wrong", "r-verdict": "Seven.", "prefetched": laid_by["X-Prefetched"]}
    answer = client.post(address("answer_submit", task, lease.item_id), form, headers=HTMX)
    held = Assignment.objects.get(state="leased")
    assert f'data-lease="{held.pk}"' in laid_by.content.decode()
    assert answer["X-Use-Prefetched"] == laid_by["X-Prefetched"]
    assert json.loads(answer["X-Lease"])["token"] == str(held.token)
    assert 'id="work"' not in answer.content.decode()


def test_page_laid_by_under_another_guideline_is_drawn_anew_and_item_laid_by_goes_back_when_the_page_is_left(
    task, hand
):
    client, lease = hand
    laid_by = client.post(address("item_prefetch", task), headers=HTMX)
    AnnotationTask.objects.update(guideline_version=2)
    form = {"q-verdict": "wrong", "r-verdict": "Seven.", "prefetched": laid_by["X-Prefetched"]}
    answer = client.post(address("answer_submit", task, lease.item_id), form, headers=HTMX)
    assert "X-Use-Prefetched" not in answer
    assert 'id="work"' in answer.content.decode()

    client, _ = hand
    claims.prefetch(task=task, annotator=Annotator.objects.get())
    answers = [client.post(address("prefetch_release", task)).status_code for _ in range(2)]
    assert answers == [204, 204] and not Assignment.objects.filter(state="prefetched").exists()


def test_nothing_to_lay_by_is_no_page(acme, alice, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=1)
    claims.claim(task=task, annotator=factories.make_annotator(alice))

    answer = client_of(alice).post(address("item_prefetch", task))

    assert answer.status_code == 204


def test_take_over_changes_the_token_and_guideline_that_changed_since_the_last_answer_is_marked(task, hand):
    client, lease = hand
    taken = client.post(address("lease_take_over", task, lease.item_id), headers=HTMX)
    late = client.post(address("lease_extend", task, lease.item_id), {"lease_token": lease.token})
    assert taken.status_code == 200 and lease.token not in taken.content.decode()
    assert late.status_code == 409 and "data-take-over" in late.content.decode()

    client, lease = hand
    before = client.get(address("annotate", task))
    form = {"q-verdict": "wrong", "r-verdict": "Seven."}
    client.post(address("answer_submit", task, lease.item_id), form)
    AnnotationTask.objects.update(guideline_version=2)
    after = client.get(address("annotate", task))
    assert "Changed since your last item" not in before.content.decode()
    assert "Changed since your last item" in after.content.decode()


def test_new_form_of_a_paused_task_is_drawn_with_the_answers_that_were_saved(task, hand):
    client, lease = hand
    client.post(address("draft_save", task, lease.item_id), {"q-verdict": "wrong", "draft_version": "0"})
    SchemaVersion.objects.update(frozen_at="2026-01-01T00:00:00Z")
    harm = {"key": "harm", "type": "rating", "title": "Harm", "scale": {"min": 1, "max": 3}}
    newer = factories.make_schema(task, {"fields": [*CONDITIONAL["fields"], harm]}, number=2)
    AnnotationTask.objects.update(schema_version=newer, status="PAUSED")

    page = client.get(address("annotate", task)).content.decode()

    assert "This task is paused. You can finish this item" in page
    assert 'name="q-harm"' in page and re.search(r'value="wrong"[^>]* checked', page)


def test_returned_item_shows_its_note_and_the_answer_that_was_given(task, alice, bob, hand):
    client, lease = hand
    item_id = lease.item_id
    client.post(address("answer_submit", task, item_id), {"q-verdict": "correct", "r-verdict": "Seven."})
    Assignment.objects.filter(state="leased").update(state="released")
    annotator = factories.make_annotator(alice)
    leases.give_back(task=task, item_id=item_id, annotator=annotator, note="Read line two.", by=bob.user)

    page = client.post(address("item_claim", task), follow=True).content.decode()

    assert "Returned to you: Read line two." in page
    assert re.search(r'value="correct"[^>]* checked', page)


def test_comment_goes_with_the_answer_once_and_stays_in_the_draft(task, hand, alice):
    client, lease = hand
    item_id, posted = lease.item_id, {"q-verdict": "correct", "r-verdict": "So.", "c-item": " Which zero? "}
    client.post(address("draft_save", task, item_id), posted | {"draft_version": "0"})
    assert "Which zero?</textarea>" in client.get(address("annotate", task)).content.decode()
    assert not Comment.objects.exists()

    posted |= {"submission_id": str(uuid.uuid4())}
    for _ in range(2):
        client.post(address("answer_submit", task, item_id), posted)

    said = Comment.objects.get()
    assert (said.text, said.item_id, said.author) == ("Which zero?", item_id, alice.user)
    too_long = client.post(address("answer_submit", task, item_id), posted | {"c-item": "a" * 4001})
    assert too_long.status_code == 400 and Comment.objects.count() == 1
