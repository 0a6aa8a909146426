"""What a person saw of others before answering: comments, answers, and what stays blind."""

import pytest

from annotations.models import AnnotationEvent, AnnotationTask, TaskItem
from annotations.queue.actions import comments, exposure, leases, submissions
from reviews.models import AuditOpening
from tests import factories
from tests.statements import at_most


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), required=2)


@pytest.fixture
def item(task):
    return TaskItem.objects.select_related("task").filter(task=task).order_by("position").first()


def hand_in(item, annotator, **fields):
    submission = submissions.Submission(answers={"verdict": "wrong"}, **fields)
    stored = submissions.submit(item_id=item.pk, task=item.task, annotator=annotator, submission=submission)
    return stored.annotation.exposure


def read_events():
    return AnnotationEvent.objects.filter(verb=exposure.COMMENTS_READ).count()


def test_comments_that_nobody_opened_leave_an_answer_blind(item, annotator, bob):
    comments.say(item=item, text="It is wrong.", by=bob)

    assert hand_in(item, annotator) == "blind"


def test_undo_and_answer_again_after_reading_comments_is_not_blind(item, task, annotator, alice, bob):
    factories.make_lease(item, annotator)
    first = hand_in(item, annotator)
    comments.say(item=item, text="It is correct.", by=bob)
    comments.box(item=item, membership=alice)

    leases.undo(task=task, annotator=annotator)

    assert (first, hand_in(item, annotator)) == ("blind", "saw_people")


def test_correction_after_reading_comments_is_not_blind(item, annotator, alice, bob):
    hand_in(item, annotator)
    comments.say(item=item, text="It is correct.", by=bob)
    comments.box(item=item, membership=alice)

    assert hand_in(item, annotator, revises=1) == "saw_people"


def test_correction_of_an_answer_given_beside_suggestions_is_not_blind_once_they_are_hidden(item, annotator, acme):
    AnnotationTask.objects.update(blind_mode=False)
    item.task.refresh_from_db()
    factories.make_annotation(item, factories.make_llm_annotator(acme))
    first = hand_in(item, annotator)

    item.task.blind_mode = True

    assert (first, hand_in(item, annotator, revises=1)) == ("saw_machine", "saw_machine")


def test_undo_alone_stays_blind(item, task, annotator, bob):
    comments.say(item=item, text="It is correct.", by=bob)
    factories.make_lease(item, annotator)
    hand_in(item, annotator)

    leases.undo(task=task, annotator=annotator)

    assert hand_in(item, annotator) == "blind"


def test_own_comments_and_hidden_ones_tell_nothing(item, annotator, alice, bob):
    factories.make_lease(item, annotator)
    comments.say(item=item, text="I am not sure.", by=alice)
    comments.say(item=item, text="It is correct.", by=bob)
    comments.box(item=item, membership=alice)

    assert hand_in(item, annotator) == "blind" and read_events() == 0


def test_what_was_read_on_one_item_tells_nothing_about_another(item, task, annotator, rita, bob):
    other = TaskItem.objects.select_related("task").get(task=task, position=1)
    for one in (item, other):
        comments.say(item=one, text="It is wrong.", by=bob)
    comments.box(item=item, membership=rita)
    reader = factories.make_annotator(rita)

    assert (hand_in(item, reader), hand_in(other, reader)) == ("saw_people", "blind")
    assert hand_in(item, annotator) == "blind"


def test_reading_twice_is_noted_once_and_viewers_leave_no_trace(item, rita, vera, bob):
    comments.say(item=item, text="It is wrong.", by=bob)

    for reader in (rita, rita, vera):
        comments.box(item=item, membership=reader)

    assert read_events() == 1


def test_answers_of_people_and_of_machines_are_told_apart(item, task, annotator, acme, rita, bob):
    theirs = factories.make_annotation(item, annotator)
    machine = factories.make_annotation(item, factories.make_llm_annotator(acme))
    exposure.note_answers(annotations=[theirs], by=rita)
    exposure.note_answers(annotations=[theirs, machine], by=bob)

    told = [
        exposure.before_answering(task=task, item_id=item.pk, annotator=factories.make_annotator(member))
        for member in (rita, bob)
    ]

    assert told == ["saw_people", "saw_machine"]


def test_what_was_seen_of_an_output_counts_in_every_task_that_asks_about_it(task, item, acme, rita, bob):
    version = task.dataset_version
    again, other_output = (factories.make_task(version, output_name=name) for name in ("model-a", "model-b"))
    machine = factories.make_annotation(item, factories.make_llm_annotator(acme))
    exposure.note_answers(annotations=[machine], by=rita)
    reader, stranger = factories.make_annotator(rita), factories.make_annotator(bob)

    def told(asked, position, who):
        same = asked.items.get(position=position)
        with at_most(1):
            return exposure.before_answering(task=asked, item_id=same.pk, annotator=who)

    assert (told(again, 0, reader), told(again, 1, reader), told(again, 0, stranger)) == (
        "saw_machine",
        "blind",
        "blind",
    )
    assert told(other_output, 0, reader) == "blind"
    assert exposure.before_each(task=again, item_ids=[again.items.get(position=0).pk], annotator=reader).values()


def test_own_answers_are_no_exposure(item, annotator, alice):
    exposure.note_answers(annotations=[factories.make_annotation(item, annotator)], by=alice)

    assert not AuditOpening.objects.exists()


def test_looking_it_up_takes_one_statement(item, task, annotator):
    with at_most(1):
        assert exposure.before_answering(task=task, item_id=item.pk, annotator=annotator) == "blind"


def test_many_items_are_told_as_one_by_one(acme, annotator, alice, bob):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), required=3)
    answered, judged, discussed, _untouched = items = list(TaskItem.objects.select_related("task").filter(task=task))
    people, model = factories.make_annotator(factories.make_member(acme)), factories.make_llm_annotator(acme)
    shown = [factories.make_annotation(answered, people), factories.make_annotation(judged, model)]
    exposure.note_answers(annotations=shown, by=alice)
    comments.say(item=discussed, text="It is wrong.", by=bob)
    exposure.note_comments(item=discussed, by=alice)

    with at_most(1):
        found = exposure.before_each(task=task, item_ids=[item.pk for item in items], annotator=annotator)

    assert [found[item.pk] for item in items] == ["saw_people", "saw_machine", "saw_people", "blind"]
    assert found == {
        item.pk: exposure.before_answering(task=task, item_id=item.pk, annotator=annotator) for item in items
    }
