"""Build the demo organization through the same actions that people and programs use."""

import json
import uuid

from django.contrib.auth.hashers import make_password
from django.core.files.base import File
from django.db import transaction

from annotations.actions import annotators as people_as_annotators
from annotations.actions import leases, queue, submissions, tasks
from datasets.actions import datasets, imports
from evalhub.accounts.actions import people
from evalhub.accounts.models import Organization, User
from evalhub.demo.people import ADMIN, ANNOTATORS, CONTENT, DEMO_PASSWORD, ORGANIZATION, PEOPLE
from evalhub.demo.schema import DEMO_SCHEMA, INSTRUCTIONS
from reviews.actions import annotators as machines
from reviews.actions import runs

SEED = 7
MODEL = "simulated-careful"
SHARES = {"amara@demo.example": 0.88, "bela@demo.example": 0.8, "chidi@demo.example": 0.7}


@transaction.atomic
def load_demo():
    """Load everything, or find it loaded; returns whether it was loaded now."""
    if Organization.objects.filter(slug=ORGANIZATION.slug).exists():
        return False
    members = _people()
    admin = members[ADMIN.email]
    version = _dataset(admin)
    task = _task(version, admin)
    for person in ANNOTATORS:
        _answer(task, person, members[person.email])
    judge = machines.create(organization=admin.organization, model=MODEL, name="Careful judge", by=admin.user)
    runs.start(task=task, annotator=judge, by=admin.user)
    return True


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


def _dataset(admin):
    dataset = datasets.create(
        organization=admin.organization, name="Support answers",
        description="Questions of shop customers, the help article that answers them, and what a model wrote.",
        tags=["demo"], by=admin.user,
    )
    with (CONTENT / "support_answers.jsonl").open("rb") as source:
        version = datasets.receive(dataset=dataset, upload=File(source, name="support_answers.jsonl"), by=admin.user)
    imports.run(version=version)
    version.refresh_from_db()
    return datasets.set_status(version=version, status="PUBLISHED", by=admin.user)


def _task(version, admin):
    settings = tasks.TaskSettings(
        name="Are the support answers right?", instructions=INSTRUCTIONS,
        description="Three people and one model judge each answer against the help article.",
        sampling_config={"strategy": "random", "seed": SEED},
    )
    task = tasks.create(dataset_version=version, annotation_schema=DEMO_SCHEMA, settings=settings, by=admin.user)
    return tasks.set_status(task=task, status="ACTIVE", by=admin.user)


def _answer(task, person, membership):
    """Let a demo person work through their share of the queue, skips included."""
    latent = json.loads((CONTENT / "latent.json").read_text(encoding="utf-8"))
    annotator = people_as_annotators.of_member(membership)
    names = dict(task.items.values_list("pk", "test_case__external_id"))
    for step in range(round(task.total_items * SHARES[person.email])):
        lease = queue.claim(task=task, annotator=annotator)
        if isinstance(lease, queue.NothingFree):
            return
        case = names[lease.item_id]
        answers = person.answer(case, latent[case], SEED)
        if answers is None:
            reason = "The question is not clear to me."
            leases.skip(task=task, item_id=lease.item_id, annotator=annotator, reason=reason)
            continue
        submissions.submit(
            item_id=lease.item_id, task=task, annotator=annotator,
            submission=submissions.Submission(
                answers=answers, lease_token=lease.token, origin="ui", time_spent_seconds=18.0 + step * 7 % 41,
                submission_id=uuid.uuid5(task.pk, f"{person.email}:{case}"),
            ),
        )
