"""Makers of rows for tests: each takes overrides and returns the row, complete and valid."""

import datetime
import itertools
from dataclasses import asdict

from django.db.models import F
from django.utils import timezone

from annotations.labels import schema
from annotations.labels.types import registry as label_types
from annotations.models import (
    Annotation,
    AnnotationEvent,
    AnnotationTask,
    Annotator,
    Assignment,
    Evidence,
    Judgement,
    Metric,
    Question,
    SchemaVersion,
    TaskItem,
)
from datasets.actions.systems import SystemIds
from datasets.models import Dataset, DatasetVersion, ModelOutput, TestCase
from datasets.models.model_output import sha256_of
from evalhub.accounts.actions.api_keys import IssuedKey
from evalhub.accounts.models import ApiKey, AuditEvent, Membership, Organization, User
from evalhub.accounts.models.api_key import SCOPES, hash_key, usable_scopes, widest
from reviews.models import EvaluationRun, LLMRequest, RunStage

NUMBERS = itertools.count(1)
PASSWORD = "correct horse battery"
VERDICT = {
    "fields": [
        {
            "key": "verdict",
            "type": "single_choice",
            "title": "Is the answer correct?",
            "options": [
                {"value": "correct", "label": "Correct"},
                {"value": "partly", "label": "Partly correct"},
                {"value": "wrong", "label": "Wrong"},
            ],
        }
    ]
}


def make_organization(slug=None):
    slug = slug or f"organization-{next(NUMBERS)}"
    return Organization.objects.create(slug=slug, name=slug.replace("-", " ").title())


def make_user(handle=None, *, password=PASSWORD, **overrides):
    """A person at example.org who signs in with `PASSWORD`."""
    handle = handle or f"person{next(NUMBERS)}"
    fields = {"email": f"{handle}@example.org", "name": handle.title()} | overrides
    return User.objects.create_user(fields.pop("email"), password, **fields)


def make_member(organization=None, handle=None, *, role="annotator", user=None):
    user = user or make_user(handle)
    return Membership.objects.create(user=user, organization=organization or make_organization(), role=role)


def make_api_key(membership, *, scopes=None, **overrides):
    """An IssuedKey (`.key`, `.secret`) that acts as this member; scopes default to all of the role."""
    secret = ApiKey.new_secret()
    fields = {
        "organization": membership.organization,
        "membership": membership,
        "name": f"key {next(NUMBERS)}",
        "prefix": secret[:12],
        "key_hash": hash_key(secret),
        "scopes": widest(usable_scopes(membership.role)) if scopes is None else list(scopes),
        "last_used_at": timezone.now(),
        "scope_days": dict.fromkeys(SCOPES, timezone.now().date().isoformat()),  # its first call notes nothing
    }
    return IssuedKey(key=ApiKey.objects.create(**fields | overrides), secret=secret)


def audit_events(verb):
    """What stands in the audit log under this verb, in the order of writing."""
    return list(AuditEvent.objects.filter(verb=verb).order_by("pk"))


def make_dataset(organization=None, **overrides):
    fields = {"organization": organization or make_organization(), "name": f"Dataset {next(NUMBERS)}"}
    return Dataset.objects.create(**fields | overrides)


def make_version(dataset=None, *, rows=3, **overrides):
    """A published version with its cases; `rows` is a number or a list of what `make_case` takes.

    Each case has one model output, named "model-a", unless its row says otherwise.
    """
    number = dataset.versions.count() + 1 if dataset else 1
    dataset = dataset or make_dataset()
    rows = [{} for _ in range(rows)] if isinstance(rows, int) else rows
    fields = {
        "organization": dataset.organization,
        "dataset": dataset,
        "version_number": number,
        "file_format": "JSONL",
        "status": "PUBLISHED",
        "validation_status": "VALID",
        "state": "done",
        "row_count": len(rows),
        "columns": [{"name": "question", "type": "string"}, {"name": "answer", "type": "string"}],
        "published_at": timezone.now(),
    }
    version = DatasetVersion.objects.create(**fields | overrides)
    _make_cases(version, dict(enumerate(rows)))
    return version


def make_case(version, row_index, **row):
    """One case; `outputs`, if given, is {name of the system: its text}."""
    (case,) = _make_cases(version, {row_index: row})
    return case


def _make_cases(version, rows):
    """Cases from {index of the row: what `make_case` takes}, in two statements, and two for each name of an output."""
    cases, texts = [], []
    for row_index, row in rows.items():
        fields = {
            "version": version,
            "row_index": row_index,
            "input": {"question": f"What is {row_index} plus {row_index}?"},
            "expected_output": str(2 * row_index),
        } | row
        outputs = fields.pop("outputs", None)
        texts.append({"model-a": f"It is {2 * row_index}."} if outputs is None else outputs)
        cases.append(TestCase(**fields))
    TestCase.objects.bulk_create(cases)
    systems = SystemIds(version.organization_id)
    ModelOutput.objects.bulk_create(
        ModelOutput(test_case=case, system_id=systems.of(name), text=text, text_sha256=sha256_of(text))
        for case, outputs in zip(cases, texts, strict=True)
        for name, text in outputs.items()
    )
    return cases


def make_task(version=None, *, schema=None, required=2, status="ACTIVE", with_items=True, **overrides):
    """An annotation task over all cases of `version`, its form read from `schema` (as the API takes it)."""
    version = version or make_version()
    fields = {
        "organization": version.organization,
        "dataset_version": version,
        "name": f"Task {next(NUMBERS)}",
        "instructions": "Compare the answer with the expected one.",
        "required_annotations_per_item": required,
        "status": status,
        "output_name": "model-a",
    }
    task = AnnotationTask.objects.create(**fields | overrides)
    task.schema_version = make_schema(task, schema or VERDICT)
    if with_items:
        task.preparation, task.total_items = "READY", make_items(task)
    task.save(update_fields=["schema_version", "preparation", "total_items"])
    return task


def fresh(task):
    """A task that was made for a whole module as one test may use it: without what another did to the object."""
    return AnnotationTask.objects.select_related("organization", "dataset_version", "schema_version").get(pk=task.pk)


def make_schema(task, annotation_schema, number=1):
    """The next SchemaVersion of `task`, with its questions."""
    schema_version = SchemaVersion.objects.create(task=task, number=number)
    Question.objects.bulk_create(
        Question(schema_version=schema_version, **asdict(question)) for question in schema.parse(annotation_schema)
    )
    return schema_version


def make_metric(organization=None, **overrides):
    """A metric of the library: by itself the first version of a scale from 1 to 5 with both ends named."""
    fields = {
        "organization": organization or make_organization(),
        "key": f"metric_{next(NUMBERS)}",
        "title": "How faithful is the answer?",
        "label_type": "number",
        "config": {"min": 1, "max": 5, "integer": True, "unit": "", "ratio": False},
        "criteria": {
            "description": "Only what the source says.",
            "anchors": [{"value": 1, "text": "invented"}, {"value": 5, "text": "all from the source"}],
            "steps": ["List the claims.", "Look each up."],
        },
        "direction": "higher",
        "pass_at": 4.0,
    }
    return Metric.objects.create(**fields | overrides)


def make_items(task):
    """An item for every case of the task's version, in file order; returns how many."""
    cases = task.dataset_version.cases.prefetch_related(ModelOutput.of_cases())
    items = TaskItem.objects.bulk_create(
        TaskItem(
            task=task,
            test_case=case,
            outputs=[output.pk for output in case.outputs.all() if output.name == task.output_name],
            position=position,
            open_slots=task.required_annotations_per_item,
        )
        for position, case in enumerate(cases)
    )
    return len(items)


def make_annotator(membership):
    """The annotator of a member; the same one each time."""
    key = {"organization": membership.organization, "user": membership.user, "kind": "human"}
    found = Annotator.objects.filter(**key).first()
    return found or Annotator.objects.create(**key, name=membership.user.display_name)


def make_llm_annotator(organization, **overrides):
    number = next(NUMBERS)
    fields = {
        "organization": organization,
        "kind": "llm",
        "name": f"Model {number}",
        "method": "questions",
        "model": "openai/simulated-mini",
        "prompt_version": "questions.v1",
        "parser_version": "1",
        "fingerprint": f"{number:064d}",
        "simulated": True,
    }
    return Annotator.objects.create(**fields | overrides)


def make_lease(item, annotator, *, seconds=1800, **overrides):
    """A live lease on a place of `item`, which then has one open slot less; negative seconds: one that ran out."""
    now = timezone.now()
    fields = {
        "task": item.task,
        "item": item,
        "annotator": annotator,
        "state": "leased",
        "opened_at": now,
        "lease_until": now + datetime.timedelta(seconds=seconds),
    }
    assignment = Assignment.objects.create(**fields | overrides)
    TaskItem.objects.filter(pk=item.pk).update(open_slots=F("open_slots") - 1)
    return assignment


def make_run(task, annotator, **overrides):
    """A machine annotator at work on a task, with the stage of its scores; nothing is asked by it."""
    fields = {"organization": task.organization, "kind": "scoring", "task": task, "annotator": annotator}
    run = EvaluationRun.objects.create(**fields | overrides)
    RunStage.objects.create(
        run=run,
        name="score_gen",
        kind="score_gen",
        position=0,
        model=annotator.model,
        annotator=annotator,
        prompt_version=annotator.prompt_version,
        parameters=annotator.parameters,
    )
    return run


def make_request(run, item, **overrides):
    """A question about the item in the first stage of the run."""
    fields = {"run": run, "stage": run.stages.get(position=0), "item": item, "target": item.pk}
    return LLMRequest.objects.create(**fields | overrides)


def make_annotation(item, annotator, labels=None, *, evidence=None, justification="", confidence=None, **overrides):
    """A finished judgement: `labels` is {question key: value, None for an abstention}; people take a slot.

    `evidence` is a quote that was found word for word at the start of the judged output, kept with each judgement.
    """
    annotation = _annotation(item, annotator, **overrides)
    annotation.save(force_insert=True)
    labels = {"verdict": "correct"} if labels is None else labels
    judgements = Judgement.objects.bulk_create(
        _judgement(annotation, question, labels[question.key], justification=justification, confidence=confidence)
        for question in (item.task.schema_version.questions.all() if labels else ())
        if question.key in labels
    )
    for judgement in judgements if evidence else ():
        make_evidence(judgement, evidence)
    if annotator.kind == "human" and annotation.origin != "audit":
        TaskItem.objects.filter(pk=item.pk, open_slots__gt=0).update(open_slots=F("open_slots") - 1)
    return annotation


def make_annotations(labels, annotator):
    """Finished judgements of a person in four statements: `labels` is {item: {question key: value}} of one task."""
    annotations = Annotation.objects.bulk_create(_annotation(item, annotator) for item in labels)
    questions = {question.key: question for question in annotations[0].schema_version.questions.all()}
    Judgement.objects.bulk_create(
        _judgement(annotation, questions[key], value)
        for annotation in annotations
        for key, value in labels[annotation.item].items()
    )
    TaskItem.objects.filter(annotations__in=annotations, open_slots__gt=0).update(open_slots=F("open_slots") - 1)


def _annotation(item, annotator, **overrides):
    origin = "llm" if annotator.kind == "llm" else "ui"
    fields = {
        "task": item.task,
        "item": item,
        "annotator": annotator,
        "schema_version": item.task.schema_version,
        "body_hash": "0" * 64,
        "origin": origin,
        "time_spent_seconds": 12.5 if origin == "ui" else None,
    }
    return Annotation(**fields | overrides)


def make_judgement(annotation, question, value, **overrides):
    judgement = _judgement(annotation, question, value, **overrides)
    judgement.save(force_insert=True)
    return judgement


def _judgement(annotation, question, value, **overrides):
    number = None if value is None else label_types[question.label_type].number(question.config, value)
    fields = {"annotation": annotation, "question": question, "value": value, "number": number}
    return Judgement(abstained=value is None, **fields | overrides)


def make_evidence(judgement, quote, **overrides):
    fields = {"judgement": judgement, "quote": quote, "field": "output", "match": "exact", "start": 0}
    return Evidence.objects.create(**fields | {"end": len(quote), "score": 1.0} | overrides)


def make_event(task, verb="submitted", **overrides):
    return AnnotationEvent.objects.create(task=task, verb=verb, **overrides)
