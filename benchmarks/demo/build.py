"""Make the demo organization through the same actions that people and programs use, as it grew in six weeks."""

import json
import math
import uuid
from itertools import islice

from django.contrib.auth.hashers import make_password
from django.core.files.base import File

from annotations.queue.actions import claims, leases, submissions
from annotations.tasks.actions import annotation_tasks
from annotations.tasks.actions import annotators as people_as_annotators
from benchmarks.demo import arrivals, benchmarks, incidents, releases, reviewing
from benchmarks.demo import evaluations as demo_evaluations
from benchmarks.demo import experiments as demo_experiments
from benchmarks.demo import jobs as demo_jobs
from benchmarks.demo import traffic as demo_traffic
from benchmarks.demo import webhooks as demo_webhooks
from datasets.actions import datasets, imports
from evalhub.accounts.actions import people
from evalhub.accounts.models import Organization, User
from evalhub.demo import studies as demo_studies
from evalhub.demo.annotation_tasks import COMPARISONS, CONVERSATIONS, SEED, SUPPORT
from evalhub.demo.people import (
    ADMIN,
    AMARA,
    ANNOTATORS,
    BELA,
    CHIDI,
    CONTENT,
    DEMO_PASSWORD,
    ORGANIZATION,
    PEOPLE,
    REVIEWER,
)
from reviews.scorers.actions import annotators as machines
from reviews.scorers.actions import task_runs

SKIP_REASON = "The question is not clear to me."
WEEKS, DAYS_A_WEEK = 5, 3  # in which the task of the tour is worked on


def build(clock, finish):
    """Make everything; `finish()` does what workers do with the runs that have begun."""
    members = _people()
    admin = members[ADMIN.email]
    versions = {}
    demo_webhooks.send_to_provider(admin)
    # The task of the tour comes last: lists put the newest on top.
    for demo, work in ((COMPARISONS, _work), (CONVERSATIONS, _work_with_incidents)):
        versions[demo.file] = _dataset(demo, admin)
        task = _task(demo, versions[demo.file], admin)
        work(demo, task, members, clock)
        if demo.model:
            _judge(demo, task, admin)
        finish()
    versions[SUPPORT.file] = _dataset(SUPPORT, admin)
    task = _task(SUPPORT, versions[SUPPORT.file], admin)
    sums = releases.begin(organization=admin.organization, by=admin.user)
    judge = _weeks(task, sums, members, clock, finish)
    demo_jobs.hand_over(admin)
    demo_jobs.grade(admin, task.dataset_version)
    demo_evaluations.evaluate(support=versions[SUPPORT.file], pairs=versions[COMPARISONS.file], by=admin.user)
    demo_studies.study(organization=admin.organization, by=admin.user)
    finish()
    clock.advance_to(hour=9, days=1)
    reviewing.adjudicate(task=task, latent=_latent(SUPPORT), by=members[REVIEWER.email])
    reviewing.administer(task=task, judge=judge, people=[members[AMARA.email], members[BELA.email]], by=admin)
    people_of_demo = [members[person.email] for person in ANNOTATORS]
    demo_experiments.run(sums=sums, people=people_of_demo, finish=finish, by=admin.user)
    demo_traffic.run(organization=admin.organization, by=admin.user)
    benchmarks.runs(organization=admin.organization, by=admin.user)
    clock.advance_to(hour=20)
    arrivals.arrive(organization=admin.organization, by=admin.user)
    finish()


def _people():
    """{e-mail: Membership}. One password, hashed once: the hash is slow on purpose."""
    members = {
        person.email: people.create_or_update(
            email=person.email, role=person.role, organization_slug=ORGANIZATION.slug, name=person.name
        )
        for person in PEOPLE
    }
    Organization.objects.filter(slug=ORGANIZATION.slug).update(name=ORGANIZATION.name)
    User.objects.filter(email__in=members).update(password=make_password(DEMO_PASSWORD))
    User.objects.filter(email=ADMIN.email).update(is_staff=True)
    return members


def _dataset(demo, admin):
    dataset = datasets.create(
        organization=admin.organization, name=demo.dataset, description=demo.about, tags=["demo"], by=admin.user
    )
    with (CONTENT / demo.file).open("rb") as source:
        version = datasets.receive(
            dataset=dataset, upload=File(source, name=demo.file), mapping=demo.mapping, by=admin.user
        )
    imports.run(version=version)
    version.refresh_from_db()
    return datasets.set_status(version=version, status="PUBLISHED", by=admin.user)


def _task(demo, version, admin):
    settings = annotation_tasks.TaskSettings(**demo.settings)
    task = annotation_tasks.create(
        dataset_version=version, annotation_schema=demo.schema, settings=settings, by=admin.user
    )
    return annotation_tasks.set_status(task=task, status="ACTIVE", by=admin.user)


def _work(demo, task, members, clock):
    for person in ANNOTATORS:
        _answer(demo, task, person, members[person.email], clock)


def _judge(demo, task, admin):
    """The model of the demo as an annotator, which begins to answer the task."""
    judge = machines.create(organization=admin.organization, model=demo.model, name="Careful judge", by=admin.user)
    task_runs.start(task=task, annotator=judge, by=admin.user)
    return judge


def _weeks(task, sums, members, clock, finish):
    """Weeks of labelling the task of the tour, each with an evaluation and a release; from the third one a model
    answers too and is audited. Returns the model."""
    admin, reviewer, latent, judge = members[ADMIN.email], members[REVIEWER.email], _latent(SUPPORT), None
    work = {person: _answers(SUPPORT, task, person, members[person.email], clock) for person in ANNOTATORS}
    for week in range(WEEKS):
        for _day in range(DAYS_A_WEEK):
            for place, person in enumerate(ANNOTATORS):
                clock.advance_to(hour=9 + 2 * place, days=place == 0)
                share = task.total_items * SUPPORT.shares[person.email]
                list(islice(work[person], math.ceil(share / WEEKS / DAYS_A_WEEK)))
        demo_evaluations.evaluate_week(version=task.dataset_version, week=week, by=admin.user)
        releases.release(sums, week, by=admin.user)
        if week == 2:
            judge = _judge(SUPPORT, task, admin)
        clock.advance_to(hour=9, days=2)
        finish()
        if judge:
            reviewing.audit(task=task, judge=judge, part=week - 2, latent=latent, by=reviewer)
        clock.advance_to(hour=9, days=2)
    return judge


def _work_with_incidents(demo, task, members, clock):
    admin = members[ADMIN.email]
    amara, bela, chidi = (people_as_annotators.of_member(members[person.email]) for person in (AMARA, BELA, CHIDI))
    lost = incidents.lose_lease(task, chidi, (amara, bela), admin)
    incidents.hand_out(task, amara, bela, admin)
    _answer(demo, task, AMARA, members[AMARA.email], clock)
    _answer(demo, task, BELA, members[BELA.email], clock)
    answers = demo.answer(CHIDI, incidents.LOST, _latent(demo)[incidents.LOST], SEED)
    late = _submission(task, CHIDI, incidents.LOST, answers, lost, 61.0)
    incidents.hand_in_late(task, chidi, lost.item_id, late)
    _answer(demo, task, CHIDI, members[CHIDI.email], clock)
    incidents.return_one(task, chidi, admin)
    incidents.talk(task, members[AMARA.email], members[BELA.email], members[REVIEWER.email])


def _answer(demo, task, person, membership, clock):
    """Let a demo person work through their share of the queue on one day from nine in the morning."""
    clock.advance_to(hour=9, days=1)
    list(_answers(demo, task, person, membership, clock))


def _answers(demo, task, person, membership, clock):
    """A step for each item of a person's share of the queue, skips included."""
    latent = _latent(demo)
    annotator = people_as_annotators.of_member(membership)
    names = dict(task.items.values_list("pk", "test_case__external_id"))
    for step in range(round(task.total_items * demo.shares[person.email])):
        lease = claims.claim(task=task, annotator=annotator)
        if isinstance(lease, claims.NothingFree):
            return
        case = names[lease.item_id]
        answers = demo.answer(person, case, latent[case], SEED)
        if answers is None:
            leases.skip(task=task, item_id=lease.item_id, annotator=annotator, reason=SKIP_REASON)
            yield
            continue
        seconds = 18.0 + step * 7 % 41
        clock.advance(seconds=seconds)
        submission = _submission(task, person, case, answers, lease, seconds)
        submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=submission)
        yield


def _submission(task, person, case, answers, lease, seconds):
    return submissions.Submission(
        answers=answers,
        lease_token=lease.token,
        origin="ui",
        time_spent_seconds=seconds,
        submission_id=uuid.uuid5(task.pk, f"{person.email}:{case}"),
    )


def _latent(demo):
    return json.loads((CONTENT / demo.latent).read_text(encoding="utf-8"))
