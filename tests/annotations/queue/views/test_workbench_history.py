"""The annotator's own history: the drawer's tabs, reading an own item again, correcting it, nothing of others."""

import pytest
from django.urls import reverse

from annotations.models import Annotation, Assignment, GroundTruth, TaskItem
from annotations.queue.actions import claims, late_answers
from tests import factories
from tests.statements import at_most

HTMX = {"HX-Request": "true"}
MOST = 17


@pytest.fixture
def task(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(4)]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), required=2)


@pytest.fixture
def client(alice, client_of):
    return client_of(alice)


def address(name, task, item_id=None):
    return reverse(f"annotations:{name}", args=[task.pk] if item_id is None else [task.pk, item_id])


@pytest.fixture
def take(task, alice):
    """take() is the id of the item that alice has in hand then."""
    return lambda: claims.claim(task=task, annotator=factories.make_annotator(alice)).item_id


@pytest.fixture
def answer(client, task, take):
    """answer(value) takes an item and answers it; returns its id."""

    def submit(value="wrong"):
        item_id = take()
        client.post(address("answer_submit", task, item_id), {"q-verdict": value}, headers=HTMX)
        Assignment.objects.filter(state="leased").update(state="released")
        return item_id

    return submit


@pytest.fixture
def skip(client, task, take):
    def leave_out():
        item_id = take()
        client.post(address("item_skip", task, item_id), {"reason": "too long"})
        return item_id

    return leave_out


def test_tabs_show_what_was_submitted_and_skipped_and_lead_back_to_it(task, client, answer, skip):
    answered, skipped = answer(), skip()
    item = task.items.get(pk=answered)

    submitted = client.get(address("history", task))
    left_out = client.get(address("history", task), {"tab": "skipped"})
    found = client.get(address("history", task), {"search": item.test_case.external_id})
    missed = client.get(address("history", task), {"search": "case-99"})
    unknown = client.get(address("history", task), {"tab": "others"})
    client.post(address("item_reopen", task, skipped))

    assert [row.item_id for row in submitted.context["rows"]] == [answered]
    assert item.test_case.input["question"] in submitted.content.decode() and "Wrong" in submitted.content.decode()
    assert [row.item_id for row in left_out.context["rows"]] == [skipped]
    assert "too long" in left_out.content.decode()
    assert {tab.key: tab.count for tab in left_out.context["tabs"]}["skipped"] == 1
    assert len(found.context["rows"]) == 1 and not missed.context["rows"]
    assert unknown.status_code == 404
    assert Assignment.objects.get(item_id=skipped).state == "leased"


def test_late_answer_is_read_only_under_late_until_it_counts(task, client, take, bob):
    item_id = take()
    Assignment.objects.update(state="expired")
    TaskItem.objects.update(open_slots=0)
    client.post(address("answer_submit", task, item_id), {"q-verdict": "wrong"})

    rows = client.get(address("history", task), {"tab": "late"}).context["rows"]
    own = client.get(address("history_item", task, item_id)).content.decode()
    late_answers.count_in(assignment=Assignment.objects.get(state="late"), by=bob.user)
    counts = {tab.key: tab.count for tab in client.get(address("history", task)).context["tabs"]}

    assert [row.item_id for row in rows] == [item_id]
    assert "This answer arrived after the item was reassigned" in own and "Correct this answer" not in own
    assert counts["submitted"] == 1 and not counts.get("late")


def test_own_item_is_shown_to_read(task, client, answer):
    item_id = answer("partly")

    page = client.get(address("history_item", task, item_id))

    text = page.content.decode()
    assert page.context["state"] == "own"
    assert "<fieldset" in text and "disabled" in text and 'value="partly" data-key="2" checked' in text
    assert 'id="answer"' not in text


def test_items_of_others_are_404(task, client, acme):
    other = factories.make_annotator(factories.make_member(acme))
    item = task.items.first()
    factories.make_annotation(item, other)

    for name in ("history_item", "history_step"):
        assert client.get(address(name, task, item.pk)).status_code == 404
    assert client.post(address("item_reopen", task, item.pk)).status_code == 404


def test_steps_lead_through_the_history_and_back_to_the_item_in_hand(task, client, answer, take):
    first, second = answer(), answer()
    in_hand = take()

    back = client.get(address("history_step", task, in_hand), {"step": "-1"})
    further = client.get(address("history_step", task, second), {"step": "-1"})
    end = client.get(address("history_step", task, first), {"step": "-1"})
    forward = client.get(address("history_step", task, second), {"step": "1"})

    assert [page.context["item"].item_id for page in (back, further, end)] == [second, first, first]
    assert "first item of your history" in end.content.decode()
    assert forward.status_code == 302


def test_answer_is_corrected_as_a_new_revision(task, client, answer):
    item_id = answer("wrong")

    form = client.post(address("item_reopen", task, item_id))
    revises = form.context["revises"]
    mistake = client.post(address("answer_submit", task, item_id), {"revises": revises})
    client.post(address("answer_submit", task, item_id), {"q-verdict": "correct", "revises": revises}, headers=HTMX)

    standing = Annotation.objects.current().get()
    assert 'value="wrong" data-key="3" checked' in form.content.decode()
    assert mistake.status_code == 422 and 'name="revises" value="1"' in mistake.content.decode()
    assert (standing.revision, standing.judgements.get().value) == (2, "correct")
    assert Annotation.objects.count() == 2


def test_decision_is_shown_only_on_items_that_were_answered_and_ends_corrections(task, client, answer):
    item_id = answer()
    question = task.schema_version.questions.get()
    for item in task.items.all():
        GroundTruth.objects.create(item=item, question=question, value="correct", source="adjudicated")

    examples = client.get(address("history", task), {"tab": "examples"})
    page = client.get(address("history_item", task, item_id))
    refused = client.post(address("item_reopen", task, item_id))

    assert [row.item_id for row in examples.context["rows"]] == [item_id]
    assert [value for _, value in page.context["decided"]] == ["Correct"]
    assert refused.status_code == 409 and "can no longer be changed" in refused.content.decode()


def test_items_where_others_differ_are_listed_with_counts_and_never_names(
    task, client, answer, acme, mallory, client_of
):
    differs, same = answer("wrong"), answer("wrong")
    zebra = factories.make_annotator(factories.make_member(acme, "other-zebra"))
    for item_id, value in ((differs, "partly"), (same, "wrong")):
        factories.make_annotation(task.items.get(pk=item_id), zebra, {"verdict": value})
    task.items.update(open_slots=1)
    before = client.get(address("history", task), {"tab": "differs"})
    task.items.update(open_slots=0)

    page = client.get(address("history", task), {"tab": "differs"})
    found = client.get(address("history", task), {"tab": "differs", "search": "partly"})
    theirs = client_of(zebra.user.memberships.get()).get(address("history", task), {"tab": "differs"})
    foreign = client_of(mallory).get(address("history", task), {"tab": "differs"})

    (row,) = page.context["rows"]
    text = page.content.decode()
    assert not before.context["rows"] and "Others’ answers appear here once" in before.content.decode()
    assert row.item_id == differs and [(one.own, one.others) for one in row.differences] == [
        ("Wrong", (("Partly correct", 1),))
    ]
    assert address("history_item", task, differs) in text and "zebra" not in text.lower()
    assert not found.context["rows"]  # the search is for the own label
    assert not theirs.context["rows"] and foreign.status_code == 404


def test_differing_items_take_as_many_statements_for_many_as_for_one(task, client, answer, acme):
    other = factories.make_annotator(factories.make_member(acme))
    for few in (1, 3):
        for _ in range(few):
            task.items.update(open_slots=2)
            factories.make_annotation(task.items.get(pk=answer()), other, {"verdict": "correct"})
        task.items.update(open_slots=0)
        with at_most(MOST):
            page = client.get(address("history", task), {"tab": "differs"})
    assert len(page.context["rows"]) == 4


def test_search_that_cannot_be_used_says_why(task, client, answer):
    answer()

    page = client.get(address("history", task), {"search": "?!"}, headers=HTMX)

    assert page.status_code == 422 and "no word to look for" in page.content.decode()
