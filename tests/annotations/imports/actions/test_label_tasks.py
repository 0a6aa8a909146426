"""From a label file to agreement: a dataset, a task with the form that its labels answer, and the labels."""

import csv
from uuid import uuid4

import pytest

from annotations.agreement.actions import snapshots
from annotations.agreement.metrics import HEADLINE
from annotations.imports.actions import jobs, label_tasks
from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, Annotator, Question
from datasets.actions import datasets, imports
from datasets.actions.label_rows import labels_path
from evalhub.lib.errors import Conflict
from tests import factories
from tests.datasets.files import received

pytestmark = pytest.mark.django_db


def label_rows(**questions):
    """Three people label each of ten items; a question is a function of item and rater."""
    return [
        {"item_id": f"i{item}", "text": f"Text {item}", "rater": f"R{rater}"}
        | {name: answer(item, rater) for name, answer in questions.items()}
        for item in range(10)
        for rater in range(3)
    ]


def checked(rows, member):
    dataset = factories.make_dataset(member.organization, name=f"Labels {uuid4()}")
    return imports.run(version=received(rows, dataset=dataset, by=member.user))


def published(rows, member):
    return datasets.set_status(version=checked(rows, member), status="PUBLISHED", by=member.user)


def test_labels_of_a_file_become_a_task_with_agreement(bob):
    rows = label_rows(
        verdict=lambda item, rater: "good" if item % 2 or rater == 2 else "bad",
        stars=lambda item, rater: item % 4 + (rater == 1),
        score=lambda item, rater: 37 * item + rater,
    )

    job = label_tasks.create(version=published(rows, bob), by=bob.user)
    jobs.run_next()
    job.refresh_from_db()

    task = AnnotationTask.objects.get()
    questions = {question.title: question for question in Question.objects.order_by("position")}
    assert (job.state, job.rows_stored, task.status, task.total_items) == ("done", 30, "ACTIVE", 10)
    assert task.required_annotations_per_item == 3
    assert {title: question.label_type for title, question in questions.items()} == {
        "verdict": "single_choice", "stars": "rating", "score": "number",
    }  # fmt: skip
    assert set(Annotator.objects.values_list("name", flat=True)) >= {"R0", "R1", "R2"}
    assert Annotation.objects.current().filter(task=task).count() == 30
    snapshots.compute(task=task)
    alphas = AgreementSnapshot.objects.filter(task=task, metric=HEADLINE, scope="people", value__isnull=False)
    assert set(alphas.values_list("question__title", flat=True)) == {"verdict", "stars", "score"}


def test_version_without_labels_or_publication_is_refused(bob):
    rows = label_rows(verdict=lambda item, rater: "good" if rater else "bad")
    plain = published([{"question": "What?"}], bob)
    draft = checked(rows, bob)
    lost = published(rows, bob)
    labels_path(lost).unlink()

    for version, code in ((plain, "no_labels"), (draft, "version_not_published"), (lost, "no_labels")):
        with pytest.raises(Conflict) as refused:
            label_tasks.create(version=version, by=bob.user)
        assert refused.value.code == code
    assert not AnnotationTask.objects.exists()


def test_one_button_leads_from_the_version_to_the_import(bob, client_of, alice):
    version = published(label_rows(verdict=lambda item, rater: "good" if rater else "bad"), bob)
    path = f"/imports/labels/{version.pk}/"
    page = client_of(bob).get(version.get_absolute_url()).content.decode()

    answer = client_of(bob).post(path)

    assert path in page and "30 labels" in page
    assert answer.status_code == 302 and answer.url.startswith("/imports/")
    assert client_of(alice).post(path).status_code == 403


def test_labels_file_holds_the_given_answers(bob):
    version = published(label_rows(verdict=lambda item, rater: ["a", "b"] if rater else ["a"]), bob)

    with labels_path(version).open(encoding="utf-8", newline="") as file:
        assert next(csv.DictReader(file))["label.verdict"] == '["a"]'
