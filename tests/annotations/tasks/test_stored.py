"""Answers of several parts on their way from the form over the database to the export, and past the measures."""

import json

import pytest
from django.conf import settings
from django.http import QueryDict

from annotations.agreement.actions import snapshots
from annotations.exports.actions import jobs
from annotations.labels import schema
from annotations.models import AgreementSnapshot, Judgement
from annotations.queue.actions import submissions
from annotations.tasks.actions import annotators, item_content
from annotations.tasks.actions import form as forms
from evalhub.lib.errors import InvalidInput
from tests import factories
from tests.annotations.labels.types.beside import CONVERSATION

pytestmark = pytest.mark.django_db

TEXT = "\U0001f468\u200d\U0001f469\u200d\U0001f467 cafe\u0301\r\n&amp; \u05e9\u05dc\u05d5\u05dd <b>x</b>"
POINTS = ["no", "yes"]
FORM = {
    "fields": [
        {"key": "better", "type": "pairwise"},
        {"key": "order", "type": "ranking"},
        {"key": "scores", "type": "rubric_grid", "criteria": [{"value": "tone"}, {"value": "facts"}], "points": POINTS},
        {"key": "passages", "type": "spans", "options": [{"value": "error"}]},
        {"key": "each", "type": "turns", "ask": {"type": "likert", "points": POINTS}},
        {"key": "agree", "type": "likert", "points": POINTS},
        {"key": "why", "type": "text", "show_if": {"question": "passages", "contains": "error"}},
    ]
}
SPAN = {"field": "output.1", "start": 0, "end": len(TEXT), "quote": TEXT, "label": "error"}
POSTED = [
    ("q-better", "second"),
    ("q-order.1", "2"),
    ("q-order.2", "1"),
    ("q-scores.tone", "2"),
    ("q-scores.facts", "1"),
    ("q-passages", json.dumps(SPAN)),
    ("q-passages.label", "error"),
    ("q-each.2", "1"),
    ("q-each.5", "2"),
    ("q-agree", "2"),
    ("q-why", "Because."),
]
STORED = {
    "better": "second",
    "order": [["2"], ["1"]],
    "scores": {"tone": 2, "facts": 1},
    "passages": [SPAN],
    "each": {"2": 1, "5": 2},
    "agree": 2,
    "why": "Because.",
}


@pytest.fixture
def task(acme):
    rows = [{"input": {"chat": CONVERSATION}, "outputs": {"model-a": TEXT, "model-b": "Plain."}}]
    version = factories.make_version(factories.make_dataset(acme), rows=rows)
    task = factories.make_task(version, schema=FORM, compared_outputs=["model-b"])
    for item in task.items.all():
        item.outputs = list(item.test_case.outputs.order_by("id").values_list("pk", flat=True))
        item.save(update_fields=["outputs"])
    return task


def answers_of(task, changed=()):
    post = QueryDict(mutable=True)
    for name, value in {**dict(POSTED), **dict(changed)}.items():
        post.appendlist(name, value)
    return schema.read_form(forms.load(task.schema_version_id).specs, post)


def submit(task, member, answers):
    annotator = annotators.of_member(member)
    return submissions.submit(
        item_id=task.items.get().pk, task=task, annotator=annotator, submission=submissions.Submission(answers=answers)
    )


def test_what_the_form_posts_is_what_the_export_holds_and_what_does_not_fit_the_item_is_refused_by_question(
    task, alice
):
    submit(task, alice, answers_of(task))
    job = jobs.request(task=task, kind="annotations", format="JSONL", by=None)
    jobs.run_next()
    job.refresh_from_db()
    (row,) = (settings.FILES / job.stored_path).read_text(encoding="utf-8").splitlines()
    assert dict(Judgement.objects.values_list("question__key", "value")) == STORED
    assert STORED in json.loads(row).values()

    cases = [
        ("q-passages", json.dumps(SPAN | {"start": 1}), "passages"),
        ("q-order.1", "1", "order"),
        ("q-each.3", "1", "each"),
        ("q-scores.tone", "3", "scores"),
    ]
    for name, value, key in cases:
        with pytest.raises(InvalidInput) as failure:
            submit(task, alice, answers_of(task, {name: value}))
        assert set(failure.value.details["fields"]) == {key}


def test_the_item_is_needed_for_the_check_and_agreement_of_a_form_with_such_questions_is_computed(task, alice, bob):
    form = forms.load(task.schema_version_id)
    shown = item_content.content(task.items.get().pk)
    assert form.needs_item and form.is_conditional
    assert schema.validate_answers(form.specs, answers_of(task), shown=shown) == STORED
    with pytest.raises(ValueError, match="'better' are checked against the item"):
        schema.validate_answers(form.specs, answers_of(task))

    submit(task, alice, answers_of(task))
    submit(task, bob, answers_of(task, {"q-better": "first"}))
    snapshots.compute(task=task)
    measured = AgreementSnapshot.objects.filter(task=task, question__isnull=False)
    assert set(measured.values_list("question__key", flat=True)) == {"better", "agree"}
    assert measured.filter(question__key="agree", n_items=1, n_annotators=2).exists()
