"""The people and leases tabs of a task: what they say and change, what they cost."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from annotations.agreement.actions import snapshots
from annotations.models import Annotation, Assignment, Notification, TaskItem
from annotations.queue.actions import drafts
from tests import factories
from tests.annotations.pages import text
from tests.statements import at_most
from tests.undoing import undone


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), name="Round 1")


OVERVIEW = 30  # statements, of those of reviews too


def address(name, *args):
    return reverse(f"annotations:{name}", args=[getattr(arg, "pk", arg) for arg in args])


@pytest.fixture
def lease(task, alice):
    return factories.make_lease(task.items.first(), factories.make_annotator(alice))


def test_people_are_told_from_machines(task, acme, alice, bob, client_of):
    person, machine = factories.make_annotator(alice), factories.make_llm_annotator(acme, name="Kestrel judge")
    for item in task.items.all():
        factories.make_annotation(item, person)
        factories.make_annotation(item, machine)

    page = client_of(bob).get(address("task_people", task))

    assert [row.worker.annotator for row in page.context["people"]] == [person]
    assert [row.worker.annotator for row in page.context["machines"]] == [machine]
    assert "Kestrel judge" in text(page) and "Simulated" in text(page)
    assert "Not computed yet." in text(page)


def test_agreement_is_said_in_figures_or_words(task, acme, alice, rita, bob, client_of):
    first, second, alone = (factories.make_annotator(member) for member in (alice, rita, bob))
    for item, verdict in zip(task.items.all(), ["correct", "wrong", "wrong", "correct"], strict=True):
        factories.make_annotation(item, first, {"verdict": verdict})
        factories.make_annotation(item, second, {"verdict": verdict})
    extra = factories.make_case(task.dataset_version, 9)
    item = TaskItem.objects.create(task=task, test_case=extra, position=9, open_slots=2)
    factories.make_annotation(item, alone, {"verdict": "wrong"})
    snapshots.compute(task=task)

    rows = client_of(bob).get(address("task_people", task)).context["people"]

    said = {row.worker.annotator.name: (row.alpha, row.note) for row in rows}
    assert said["Alice"] == ("1.00", "100 % agreement, 4 shared labels")
    assert said["Bob"] == ("", "Not defined yet: no other annotator has labelled the same items.")


def test_people_cost_the_same_for_one_and_for_more(task, acme, bob, client_of):
    client = client_of(bob)
    item = task.items.first()

    for count in (1, 5):
        for _ in range(count):
            factories.make_annotation(item, factories.make_annotator(factories.make_member(acme)))
        with at_most(11):
            page = client.get(address("task_people", task))

    assert len(page.context["people"]) == 6


def test_release_is_asked_about_then_done(task, lease, bob, client_of):
    client = client_of(bob)

    asked = client.get(address("task_lease", task, lease))
    still = Assignment.objects.get().state
    done = client.post(address("lease_release", task, lease), follow=True)
    again = client.post(address("lease_release", task, lease), follow=True)

    assert "Release item" in text(asked) and still == "leased"
    assert "Item 1 is available again." in text(done)
    assert "Item 1 is no longer reserved for" in text(again)
    assert TaskItem.objects.get(pk=lease.item_id).open_slots == 2


def test_work_is_handed_over_and_the_person_told(task, lease, rita, bob, client_of):
    taker = factories.make_annotator(rita)
    client = client_of(bob)

    done = client.post(
        address("lease_hand", task, lease), {"annotator": taker.pk, "note": "Please, today."}, follow=True
    )

    assert "Item 1 is reassigned to Rita." in text(done)
    states = dict(Assignment.objects.values_list("annotator__name", "state"))
    assert states == {"Alice": "released", "Rita": "returned"}
    assert Assignment.objects.get(state="returned").reason == "Please, today."
    told = Notification.objects.get()
    assert (told.user, told.verb, told.text) == (rita.user, "assigned", "Please, today.")


def test_handing_over_to_nobody_who_could_take_it_changes_nothing(task, lease, mallory, bob, client_of):
    cases = ["", "x", "holder", "stranger"]
    client = client_of(bob)
    for chosen in cases:
        with undone():
            ids = {"holder": lease.annotator_id, "stranger": factories.make_annotator(mallory).pk}

            refused = client.post(address("lease_hand", task, lease), {"annotator": ids.get(chosen, chosen)})

            assert refused.status_code == 422 and "Choose an annotator." in text(refused)
            assert Assignment.objects.get().state == "leased"


@pytest.fixture
def late(task, alice):
    """Alice's answer on an item that others have filled; it waits for a decision."""
    item = task.items.first()
    row = factories.make_lease(item, factories.make_annotator(alice))
    drafts.overwrite(assignment=row, answers={"verdict": "partly"})
    Assignment.objects.filter(pk=row.pk).update(state="late", ended_at=timezone.now() - datetime.timedelta(hours=1))
    TaskItem.objects.filter(pk=item.pk).update(open_slots=0)
    return row


def test_late_answers_are_read_before_they_count_or_are_left_out(task, late, bob, client_of):
    client = client_of(bob)

    listed = client.get(address("task_leases", task))
    asked = client.get(address("task_lease", task, late))
    with undone():
        left_out = client.post(address("late_dismiss", task, late), follow=True)
        refused = client.post(address("late_count", task, late))
        assert refused.status_code == 409 and not Annotation.objects.exists()
    done = client.post(address("late_count", task, late), follow=True)

    assert "does not count" in text(left_out)
    assert [line.row.pk for line in listed.context["list"].lines] == [late.pk]
    assert "Partly correct" in text(asked)
    assert "The late answer of Alice on item 1 counts." in text(done)
    assert Annotation.objects.get().judgements.get().value == "partly"


def test_overview_says_how_items_stand_at_a_fixed_cost(task, acme, rita, alice, bob, client_of):
    first, second = factories.make_annotator(alice), factories.make_annotator(rita)
    same, differing, begun, _untouched = task.items.order_by("position")
    for item, verdict in ((same, "correct"), (differing, "wrong")):
        factories.make_annotation(item, first, {"verdict": "correct"})
        factories.make_annotation(item, second, {"verdict": verdict})
    factories.make_annotation(begun, first)
    factories.make_annotation(same, factories.make_llm_annotator(acme))
    snapshots.compute(task=task)
    client = client_of(bob)

    with at_most(OVERVIEW):
        page = client.get(address("task_detail", task))

    states = page.context["states"]
    assert (states.complete, states.agreeing, states.disagreeing, states.in_work, states.open) == (2, 1, 1, 1, 1)
    assert states.adjudicated == 0 and states.total == 4
    assert "1 of 4 items fully decided by people, 0 in part" in text(client.get(address("task_truth", task)))
    assert "5 of 8 answers by 2 people." in text(page)
    assert [step.title for step in page.context["steps"]] == ["1 item to adjudicate"]
    assert [worker.annotator.name for worker, *_others in page.context["people"]] == ["Alice", "Rita"]
