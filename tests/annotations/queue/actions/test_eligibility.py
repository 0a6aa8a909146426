"""Teams, skills and languages of a task decide who is given its items, and a cap how many."""

import datetime
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotations.models import Annotation, AnnotationTask, Assignment
from annotations.queue.actions import claims, leases, people, reassignment
from annotations.queue.actions.bulk_submissions import Row, submit_many
from annotations.queue.actions.submissions import submit
from annotations.queue.actions.validation import Submission
from annotations.tasks.actions import annotation_tasks
from evalhub.accounts.actions import teams
from evalhub.lib.errors import Conflict, InvalidInput
from tests import factories

CORRECT = {"verdict": "correct"}


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), required=1)


def require(task, **changes):
    annotation_tasks.change(task=task, changes=changes, by=None)
    return factories.fresh(task)


def answer(task, annotator, item):
    return submit(item_id=item.pk, task=task, annotator=annotator, submission=Submission(answers=CORRECT))


def is_given(task, annotator):
    return isinstance(claims.claim(task=task, annotator=annotator), claims.Lease)


@pytest.mark.parametrize(
    "profile, is_admitted",
    [
        ({}, False),
        ({"expertise_tags": ["law"], "languages": ["de"]}, True),
        ({"expertise_tags": ["Medicine", "LAW"], "languages": ["en", "DE"]}, True),
        ({"expertise_tags": ["law"]}, False),
        ({"expertise_tags": ["medicine"], "languages": ["de"]}, False),
    ],
)
def test_all_skills_and_languages_are_needed_in_any_case(task, annotator, profile, is_admitted):
    task = require(task, required_skills=["Law"], required_languages=["de"])
    people.describe(annotator=annotator, **profile)

    assert (annotator in reassignment.takers(item=task.items.last())) == is_admitted
    assert is_given(task, annotator) == is_admitted
    assert (task in AnnotationTask.objects.open_to(annotator)) == is_admitted


def test_one_of_the_teams_is_enough(task, acme, alice, annotator):
    readers, writers = (teams.create(organization=acme, name=name) for name in ("Readers", "Writers"))
    task = require(task, teams=[readers, writers])

    assert claims.claim(task=task, annotator=annotator).reason == "not_eligible"

    teams.change(team=writers, add=[alice])

    assert is_given(task, annotator)


def test_a_team_of_a_task_is_not_deleted(task, acme):
    readers = teams.create(organization=acme, name="Readers")
    require(task, teams=[readers])

    with pytest.raises(Conflict) as refused:
        teams.delete(team=readers)

    assert refused.value.code == "team_in_use"
    require(task, teams=[])
    teams.delete(team=readers)


def test_who_is_not_eligible_is_given_nothing_by_any_way(task, annotator, bob):
    task = require(task, required_languages=["de"])
    first, second = task.items.all()[:2]

    with pytest.raises(Conflict) as refused:
        answer(task, annotator, first)
    (result,) = submit_many(
        task=task, annotator=annotator, rows=[Row(second.pk, Submission(answers=CORRECT, submission_id=uuid.uuid4()))]
    )
    with pytest.raises(InvalidInput):
        leases.assign(task=task, item_id=first.pk, annotator=annotator, by=bob)

    assert refused.value.code == result.code == "not_eligible"
    assert claims.prefetch(task=task, annotator=annotator) is None
    assert not Annotation.objects.exists()


def test_the_item_in_hand_may_be_finished(task, annotator):
    lease = claims.claim(task=task, annotator=annotator)
    task = require(task, required_languages=["de"], max_items_per_person=1)

    assert claims.claim(task=task, annotator=annotator) == lease
    answer(task, annotator, task.items.get(pk=lease.item_id))

    assert Annotation.objects.current().count() == 1


def test_nobody_is_given_more_items_than_the_cap(task, annotator):
    task = require(task, max_items_per_person=2)
    items = list(task.items.order_by("position"))
    answer(task, annotator, items[0])

    lease = claims.claim(task=task, annotator=annotator)

    assert claims.prefetch(task=task, annotator=annotator) is None
    leases.skip(task=task, item_id=lease.item_id, annotator=annotator)
    lease = claims.claim(task=task, annotator=annotator)
    submit(
        item_id=lease.item_id,
        task=task,
        annotator=annotator,
        submission=Submission(answers=CORRECT, lease_token=lease.token),
    )
    assert claims.claim(task=task, annotator=annotator).reason == "cap_reached"
    with pytest.raises(Conflict) as refused:
        answer(task, annotator, task.items.exclude(assignments__annotator=annotator).get())
    assert refused.value.code == "cap_reached"


def test_many_answers_at_once_are_stored_up_to_the_cap(task, annotator):
    task = require(task, max_items_per_person=3)
    answer(task, annotator, task.items.last())
    rows = [
        Row(item.pk, Submission(answers=CORRECT, submission_id=uuid.uuid4()))
        for item in task.items.order_by("position")[:3]
    ]

    results = submit_many(task=task, annotator=annotator, rows=rows)

    assert [getattr(result, "code", "") for result in results] == ["", "", "cap_reached"]
    assert Assignment.objects.filter(state="submitted").count() == 3


def test_an_item_kept_ready_is_opened_at_the_cap(task, annotator):
    task = require(task, max_items_per_person=1)
    ready = claims.prefetch(task=task, annotator=annotator)

    assert claims.claim(task=task, annotator=annotator).token == ready.token


def test_a_manager_may_assign_beyond_the_cap_and_bad_requirements_are_refused_and_a_due_date_stops_nobody(
    task, annotator, bob
):
    task = require(task, max_items_per_person=1)
    answer(task, annotator, task.items.first())
    leases.assign(task=task, item_id=task.items.last().pk, annotator=annotator, by=bob)
    assert claims.claim(task=task, annotator=annotator).item_id == task.items.last().pk

    for changes in ({"required_languages": ["German please"]}, {"required_skills": ["x" * 61]}):
        with pytest.raises(InvalidInput):
            annotation_tasks.change(task=task, changes=changes, by=None)

    task = require(task, due_on=datetime.date(2020, 1, 1))
    assert is_given(task, annotator)


def test_a_claim_is_one_statement_whatever_the_task_requires(task, acme, alice, annotator):
    team = teams.create(organization=acme, name="Readers", members=[alice])
    people.describe(annotator=annotator, expertise_tags=["law"])
    task = require(task, required_skills=["law"], teams=[team])

    with CaptureQueriesContext(connection) as queries:
        claims.claim(task=task, annotator=annotator)

    assert len(queries) == 1
