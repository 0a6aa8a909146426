"""From a label file to agreement: a dataset, a task with the form that its labels answer, and the labels."""

import csv
import json
from uuid import uuid4

import pytest

from annotations.agreement.actions import snapshots
from annotations.agreement.metrics import HEADLINE
from annotations.imports.actions import jobs, label_tasks
from annotations.models import AgreementSnapshot, Annotation, AnnotationTask, Annotator, Question
from annotations.progress.actions import completion, item_states
from annotations.queue.actions import claims
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


def test_annotations_of_label_studio_become_a_task_with_the_questions_of_their_controls(bob, client_of):
    def annotation(person, tone, topics, stars):
        values = {"tone": ("choices", [tone]), "topics": ("choices", topics), "stars": ("rating", stars)}
        results = [{"from_name": name, "to_name": "text", "type": kind, "value": {kind: value}}
                   for name, (kind, value) in (values | {"note": ("textarea", None)}).items() if value]  # fmt: skip
        note = {"from_name": "note", "to_name": "text", "type": "textarea", "value": {"text": ["Fine."]}}
        return {"completed_by": person, "result": [*results, note]}

    tasks = [
        {"id": n, "data": {"text": f"Text {n}"},
         "annotations": [annotation(1, "kind", ["a", "b"], 4), annotation({"email": "ada@else.org"}, "rude", ["a"], 2)]}
        for n in range(3)
    ]  # fmt: skip
    dataset = factories.make_dataset(bob.organization, name="Studio")
    version = imports.run(version=received(json.dumps(tasks), name="export.json", dataset=dataset, by=bob.user))
    page = client_of(bob).get(version.get_absolute_url()).content.decode()
    version = datasets.set_status(version=version, status="PUBLISHED", by=bob.user)

    job = label_tasks.create(version=version, by=bob.user)
    jobs.run_next()
    job.refresh_from_db()

    assert "6 annotations found, by 2 annotators. Import them too?" in page and "3 cases, 6 labels" in page
    assert (job.format, job.state, job.rows_stored, job.errors) == ("LABEL_STUDIO", "done", 6, [])
    assert dict(Question.objects.values_list("title", "label_type")) == {
        "tone": "single_choice", "topics": "multiple_choice", "stars": "rating", "note": "text",
    }  # fmt: skip
    stars = Annotation.objects.filter(judgements__question__title="stars").values_list("judgements__number", flat=True)
    assert sorted(stars) == [2, 2, 2, 4, 4, 4]
    version.mapping = version.mapping | {"external_id": None}
    with pytest.raises(Conflict, match="no column of IDs"):
        label_tasks.create(version=version, by=bob.user)


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
    assert claims.claim(task=task, annotator=factories.make_annotator(bob)).reason == "all_done"
    assert (completion.counts_of([task])[task.pk].complete, item_states.of_task(task=task).missing) == (10, 0)
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
