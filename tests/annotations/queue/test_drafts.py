"""Unfinished answers: compare-and-set, repeats, and leases that ended."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from annotations.models import Assignment, Draft
from annotations.queue.actions import drafts
from annotations.queue.actions.drafts import PageSave
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from tests import factories


@pytest.fixture
def lease(acme, alice):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    return factories.make_lease(task.items.get(), factories.make_annotator(alice))


def save(lease, version, answers, page_save=None):
    return drafts.save(
        task=lease.task,
        item_id=lease.item_id,
        annotator=lease.annotator,
        version=version,
        answers=answers,
        page_save=page_save,
    )


def test_each_save_is_a_version(lease):
    first = save(lease, 0, {"verdict": "wrong"})
    second = save(lease, first.version, {"verdict": "correct"})

    assert (first.version, second.version) == (1, 2)
    assert Draft.objects.get().answers == {"verdict": "correct"}


def test_save_over_an_unseen_version_shows_it_and_overwrites_nothing(lease):
    save(lease, 0, {"verdict": "wrong"})
    save(lease, 1, {"verdict": "partly"})

    for stale in (0, 1):
        with pytest.raises(Conflict) as refused:
            save(lease, stale, {"verdict": "correct"})

        assert refused.value.code == "draft_conflict"
        assert refused.value.details == {"version": 2, "answers": {"verdict": "partly"}}
    assert Draft.objects.get().answers == {"verdict": "partly"}


def test_repeat_whose_first_answer_was_lost_is_no_conflict(lease):
    save(lease, 0, {"verdict": "wrong"})

    again = save(lease, 0, {"verdict": "wrong"})

    assert again.version == 1


def test_a_page_is_in_no_conflict_with_saves_of_its_own(lease):
    save(lease, 0, {"verdict": "wrong"}, PageSave("a", 10))

    unheard = save(lease, 0, {"verdict": "partly"}, PageSave("a", 11))
    late = save(lease, 0, {"verdict": "correct"}, PageSave("a", 9))

    assert (unheard.version, late.version) == (2, 2)
    assert Draft.objects.get().answers == {"verdict": "partly"}
    with pytest.raises(Conflict):
        save(lease, 1, {"verdict": "correct"}, PageSave("b", 12))


def test_page_whose_draft_was_saved_elsewhere_is_in_conflict_again(lease):
    save(lease, 0, {"verdict": "wrong"}, PageSave("a", 10))
    save(lease, 1, {"verdict": "partly"}, PageSave("b", 11))

    with pytest.raises(Conflict):
        save(lease, 1, {"verdict": "correct"}, PageSave("a", 12))


def test_draft_is_kept_after_the_lease_ended(lease):
    Assignment.objects.update(state="expired", ended_at=timezone.now())

    assert save(lease, 0, {"verdict": "wrong"}).lease_ended


def test_draft_of_a_finished_item_is_refused_and_draft_of_an_item_never_held_does_not_exist(lease, acme):
    for state in ("submitted", "skipped"):
        Assignment.objects.update(state=state, ended_at=timezone.now())
        with pytest.raises(Conflict):
            save(lease, 0, {})

    other = factories.make_annotator(factories.make_member(acme))
    with pytest.raises(NotFound):
        drafts.save(task=lease.task, item_id=lease.item_id, annotator=other, version=0, answers={})


def test_huge_draft_is_refused(lease):
    with pytest.raises(InvalidInput):
        save(lease, 0, {"verdict": "x" * drafts.MAX_BYTES})


def test_each_person_has_a_draft_of_their_own_on_what_they_audit_and_on_what_they_adjudicate(lease, bob):
    said = factories.make_annotation(lease.item, factories.make_llm_annotator(lease.task.organization))
    mine = {"annotator": lease.annotator, "annotation": said}
    owners = [
        {"assignment": lease},
        mine,
        {"annotator": factories.make_annotator(bob), "annotation": said},
        {"annotator": lease.annotator, "item": lease.item},
    ]
    for place, owner in enumerate(owners):
        drafts.store(version=0, answers={"verdict": place}, **owner)

    assert [drafts.find(**owner).answers for owner in owners] == [{"verdict": place} for place in range(4)]
    assert drafts.store(version=1, answers={}, **mine) == 2
    with pytest.raises(Conflict) as refused:
        drafts.store(version=1, answers={"verdict": "late"}, **mine)
    assert refused.value.details == {"version": 2, "answers": {}}
    drafts.drop(**mine)
    assert drafts.find(**mine) is None and Draft.objects.count() == 3


def test_draft_belongs_to_exactly_one_object(lease):
    with pytest.raises(IntegrityError):
        drafts.store(version=0, answers={}, annotator=lease.annotator, item=lease.item, assignment=lease)
