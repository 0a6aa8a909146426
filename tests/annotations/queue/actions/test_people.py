"""Annotators who are blocked are given nothing new and keep what they did; tags and languages are read strictly."""

import pytest

from annotations.models import Annotation, Assignment
from annotations.queue.actions import claims, leases, people, reassignment
from annotations.queue.actions.submissions import submit
from annotations.queue.actions.validation import Submission
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories

CORRECT = {"verdict": "correct"}


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=3), required=1)


def answer(task, annotator, item, **overrides):
    return submit(item_id=item.pk, task=task, annotator=annotator, submission=Submission(answers=CORRECT, **overrides))


def test_blocked_annotator_gets_no_new_item_and_finishes_the_one_in_hand(task, alice, bob):
    annotator = factories.make_annotator(alice)
    first = claims.claim(task=task, annotator=annotator)

    people.block(annotator=annotator, reason="Answers at random.", by=bob)

    assert claims.claim(task=task, annotator=annotator) == first
    answer(task, annotator, task.items.get(pk=first.item_id), lease_token=first.token)
    assert claims.claim(task=task, annotator=annotator).reason == "blocked_annotator"
    assert Annotation.objects.current().count() == 1
    assert factories.audit_events("annotator.blocked")[0].details == {"reason": "Answers at random."}


def test_blocked_annotator_cannot_take_an_item_by_answering_it(task, alice):
    annotator = factories.make_annotator(alice)
    people.block(annotator=annotator, reason="No.")

    with pytest.raises(Conflict) as refused:
        answer(task, annotator, task.items.first())

    assert refused.value.code == "blocked_annotator"
    assert not Annotation.objects.exists()


def test_what_is_kept_for_a_blocked_annotator_goes_back(task, alice, bob):
    annotator, item = factories.make_annotator(alice), task.items.last()
    leases.assign(task=task, item_id=item.pk, annotator=annotator, by=bob)
    claims.prefetch(task=task, annotator=annotator)

    people.block(annotator=annotator, reason="No.", by=bob)

    assert set(Assignment.objects.values_list("state", flat=True)) <= {"released"}
    assert task.items.open().count() == 3
    assert annotator not in reassignment.takers(item=item)
    with pytest.raises(InvalidInput):
        leases.assign(task=task, item_id=item.pk, annotator=annotator, by=bob)


def test_unblocked_annotator_gets_items_again_and_a_block_needs_a_reason(task, alice, bob):
    annotator = factories.make_annotator(alice)
    people.block(annotator=annotator, reason="No.", by=bob)
    people.block(annotator=annotator, reason="Again.", by=bob)  # changes nothing
    people.unblock(annotator=annotator, reason="A mistake.", by=bob)
    assert isinstance(claims.claim(task=task, annotator=annotator), claims.Lease)
    assert [event.details["reason"] for event in people.blocks_of(annotator=annotator)] == ["A mistake.", "No."]

    annotator = factories.make_annotator(alice)
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(InvalidInput):
            people.block(annotator=annotator, reason=reason)


def test_tags_and_languages_are_stored_once_each(alice, bob):
    annotator = factories.make_annotator(alice)

    made = people.describe(
        annotator=annotator, expertise_tags=["Law", " medicine ", "law"], languages=["en", "pt-BR", "en"], by=bob
    )

    assert (made.expertise_tags, made.languages) == (["Law", "medicine"], ["en", "pt-BR"])
    people.describe(annotator=annotator, languages=["en", "pt-BR"], by=bob)  # says nothing new
    assert len(factories.audit_events("annotator.described")) == 1


@pytest.mark.parametrize(
    "given, path",
    [
        ({"languages": ["English please"]}, "languages"),
        ({"languages": ["en"] * 21}, "languages"),
        ({"expertise_tags": ["x" * 61]}, "expertise_tags"),
        ({"expertise_tags": [7]}, "expertise_tags"),
        ({"expertise_tags": [" "]}, "expertise_tags"),
    ],
)
def test_bad_tags_and_languages_are_refused(alice, given, path):
    with pytest.raises(InvalidInput) as refused:
        people.describe(annotator=factories.make_annotator(alice), **given)

    assert refused.value.details["path"] == path
