"""Others' answers on answered items: when they may be seen, where they differ, and that seeing them is noted."""

import pytest
from django.utils import timezone

from annotations.models import GroundTruth
from annotations.queue.actions import leases, other_answers, submissions
from annotations.queue.actions.submissions import Submission
from tests import factories
from tests.statements import at_most

OPTIONS = [{"value": value, "label": value.title()} for value in ("wrong", "correct")]


@pytest.fixture
def mine(alice):
    return factories.make_annotator(alice)


@pytest.fixture
def others(acme):
    return [factories.make_annotator(factories.make_member(acme)) for _ in range(2)]


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=6), required=9)


def answer(item, annotator, value, **overrides):
    lease = factories.make_lease(item, annotator, state="submitted", ended_at=timezone.now(), lease_until=None)
    return factories.make_annotation(item, annotator, {"verdict": value}, assignment=lease, **overrides)


def complete(item, mine, others, values, **overrides):
    """The item with all answers that it needs, mine first."""
    given = [answer(item, who, value) for who, value in zip((mine, *others), values, strict=True)]
    type(item).objects.filter(pk=item.pk).update(**{"open_slots": 0} | overrides)
    return given


def positions(task, annotator):
    found = other_answers.differing([task], annotator).get(task.pk, {})
    return sorted(task.items.filter(pk__in=found).values_list("position", flat=True))


def test_only_complete_or_decided_items_that_differ_are_found(task, mine, others):
    items = list(task.items.all())
    complete(items[0], mine, others, ["wrong", "correct", "correct"])
    complete(items[1], mine, others, ["wrong", "wrong", "wrong"])
    complete(items[2], mine, others, ["wrong", "wrong", "partly"], open_slots=1)
    complete(items[3], mine, others, ["wrong", "wrong", "partly"], closed_reason="withdrawn")
    complete(items[4], others[0], [others[1]], ["correct", "wrong"])
    factories.make_lease(items[5], factories.make_annotator(factories.make_member(task.organization)))
    complete(items[5], mine, others, ["wrong", "wrong", "partly"])
    assert positions(task, mine) == [0]

    question = task.schema_version.questions.get()
    for item in (items[2], items[4]):
        GroundTruth.objects.create(item=item, question=question, value="wrong", source="adjudicated")

    assert positions(task, mine) == [0, 2]


def test_nothing_is_found_while_the_own_answer_is_open_or_people_are_kept_blind(task, mine, others, bob):
    item = task.items.first()
    complete(item, mine, others, ["wrong", "correct", "correct"])
    type(task).objects.update(origin="study")
    assert positions(task, mine) == []

    type(task).objects.update(origin="person")
    leases.give_back(task=task, item_id=item.pk, annotator=mine, by=bob.user)

    assert positions(task, mine) == [] and positions(task, others[0]) == []


def test_labels_given_after_seeing_others_machines_and_texts_are_not_compared(acme, mine, others):
    form = {"fields": [{"key": "verdict", "type": "single_choice", "options": OPTIONS}]}
    form["fields"].append({"key": "why", "type": "text"})
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), schema=form, required=9)
    for item in task.items.all():
        for who in (mine, *others):
            lease = factories.make_lease(item, who, state="submitted", ended_at=timezone.now(), lease_until=None)
            answers = {"verdict": "wrong", "why": f"I am {who}"}
            factories.make_annotation(item, who, answers, assignment=lease)
        factories.make_annotation(item, factories.make_llm_annotator(acme), {"verdict": "correct"})
        answers = {"verdict": "correct"}
        late = factories.make_annotator(factories.make_member(acme))
        factories.make_annotation(item, late, answers, exposure="saw_people")
    task.items.update(open_slots=0)

    assert positions(task, mine) == []


def test_values_come_with_counts_and_no_name(task, alice, mine, others):
    item = task.items.first()
    extra = factories.make_annotator(factories.make_member(task.organization))
    complete(item, mine, [*others, extra], ["wrong", "correct", "wrong", "correct"])
    found = other_answers.differing([task], mine)[task.pk]

    shown = other_answers.show(judgement_ids=found[item.pk], by=alice)

    (one,) = shown[item.pk]
    assert (one.own, one.others) == ("Wrong", (("Correct", 2), ("Wrong", 1)))


def test_answer_corrected_after_seeing_others_is_not_independent(task, alice, mine, others):
    item = task.items.first()
    complete(item, mine, others, ["wrong", "correct", "correct"])
    found = other_answers.differing([task], mine)[task.pk]
    other_answers.show(judgement_ids=found[item.pk], by=alice)

    revised = Submission(answers={"verdict": "correct"}, revises=1)
    stored = submissions.submit(item_id=item.pk, task=task, annotator=mine, submission=revised)

    assert stored.annotation.exposure == "saw_people" and positions(task, mine) == []


def test_costs_the_same_for_many_items(task, alice, mine, others):
    for few in (1, 4):
        for item in list(task.items.exclude(annotations__annotator=mine))[:few]:
            complete(item, mine, others, ["wrong", "correct", "wrong"])
        with at_most(3):
            found = other_answers.differing([task], mine)[task.pk]
        with at_most(3):
            other_answers.show(judgement_ids=[pk for ids in found.values() for pk in ids], by=alice)
    assert len(found) == 5
