"""A job as an item that people and models judge on one form: the method's dimensions are its questions."""

import hashlib

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from annotations.models import AnnotationTask, SchemaVersion, TaskItem
from annotations.tasks.actions import annotation_tasks, form, metrics
from annotations.tasks.actions.annotation_tasks import TaskSettings
from annotations.tasks.actions.metrics import MetricContent
from datasets.columns import Column, schema_hash
from datasets.models import Dataset, DatasetVersion, TestCase
from evalhub.lib import strict_json
from reviews.jobs.methods.prompt import OVERALL
from reviews.jobs.models import MethodTask

LONGEST_NAME = 180
METADATA = ("initiative_id", "model_type", "sample_size", "content_sha256", "directory")
INSTRUCTIONS = """You review one job of the method **{title}**: what a pipeline estimated, with its intervals and \
diagnostics.

Read the files, then score each dimension from 0 (cannot be trusted in this respect) to 1 (nothing to object to), say \
why, and mark the passages you rely on. `overall` is how far you would trust the estimate as a whole.

{description}
"""


def method_task(*, organization, reviewer, dimensions, by):
    """The MethodTask of a method and these dimensions, made when it is not there; its task is active."""
    form_hash = hashlib.sha256(strict_json.dumps([reviewer.name, *dimensions]).encode()).hexdigest()
    known = {"organization": organization, "model_type": reviewer.name, "form_hash": form_hash}
    found = MethodTask.objects.select_related("task").filter(**known).first()
    if found is None:
        try:
            with transaction.atomic():
                found = MethodTask.objects.create(
                    **known, dimensions=list(dimensions), task=_task(organization, reviewer, dimensions, by)
                )
        except IntegrityError as error:
            if "method_task_unique" not in str(error) and "dataset_name_unique" not in str(error):
                raise
            found = MethodTask.objects.select_related("task").get(**known)
    return found


@transaction.atomic
def add(*, method_task, payload, directory_name):
    """The TaskItem of a job's content; the same one for the same content, however often it comes.

    `payload` is a `reviews.jobs.artifact.ArtifactPayload`. The task's lock lets one caller append at a time.
    """
    task = AnnotationTask.objects.select_for_update(no_key=True).get(pk=method_task.task_id)
    # Readable, and another one for every other content of the same initiative
    content = strict_json.dumps([payload.initiative_id, payload.content_sha256])
    external_id = f"{payload.initiative_id[:LONGEST_NAME]} {hashlib.sha256(content.encode()).hexdigest()[:12]}"
    case = TestCase.objects.filter(version=task.dataset_version_id, external_id=external_id).first()
    if case is not None:
        return TaskItem.objects.get(task=task, test_case=case)
    version = DatasetVersion.objects.select_for_update(no_key=True).get(pk=task.dataset_version_id)
    values = (payload.initiative_id, payload.model_type, payload.sample_size, payload.content_sha256, directory_name)
    case = TestCase.objects.create(
        version=version,
        row_index=version.row_count,
        external_id=external_id,
        metadata=dict(zip(METADATA, values, strict=True)),
        input={file.name: file.text for file in payload.files if not file.missing},
    )
    DatasetVersion.objects.filter(pk=version.pk).update(row_count=F("row_count") + 1)
    item = TaskItem.objects.create(
        task=task, test_case=case, position=task.total_items, open_slots=task.required_annotations_per_item
    )
    AnnotationTask.objects.filter(pk=task.pk).update(total_items=F("total_items") + 1)
    if task.status == "COMPLETED":
        task.total_items += 1
        annotation_tasks.set_status(task=task, status="ACTIVE", by=None)
    return item


def form_of(*, dimensions, organization, by):
    """The form: a number from 0 to 1 for each dimension, a metric of the library, and the overall one last."""
    scored = {"type": "number", "min": 0, "max": 1, "evidence": "optional"}
    beside = {"evidence": "optional", "reason": "required"}
    questions = [metrics.field_of(_metric(name, organization, by)) | beside for name in dimensions]
    title = _("How far can the estimate be trusted overall?")
    return {"fields": [*questions, scored | {"key": OVERALL, "title": title, "reason": "optional"}]}


def _metric(dimension, organization, by):
    """A dimension in the library, one for all methods that score it."""
    title = dimension.replace("_", " ").capitalize()
    content = MetricContent(title=title, label_type="number", config={"min": 0, "max": 1})
    return metrics.keep(organization=organization, key=dimension, content=content, by=by)


def _task(organization, reviewer, dimensions, by):
    number = MethodTask.objects.filter(organization=organization, model_type=reviewer.name).count() + 1
    name = f"Result reviews: {reviewer.title}" + (f" ({number})" if number > 1 else "")
    task = annotation_tasks.create(
        dataset_version=_version(organization, name, by),
        annotation_schema=form_of(dimensions=dimensions, organization=organization, by=by),
        by=by,
        origin="result_review",
        settings=TaskSettings(
            name=name,
            description=f"Jobs of the method {reviewer.title}, reviewed by models and people on one form.",
            instructions=INSTRUCTIONS.format(title=reviewer.title, description=reviewer.description),
            required_annotations_per_item=1,
            audit_sample_share=1.0,
            audit_sample_mode="assisted",
        ),
    )
    # It begins without items, which `set_status` would not take: each job brings its own.
    AnnotationTask.objects.filter(pk=task.pk).update(status="ACTIVE", preparation="READY")
    SchemaVersion.objects.filter(pk=task.schema_version_id).update(frozen_at=Now())
    form.forget()
    task.status, task.preparation = "ACTIVE", "READY"
    return task


def _version(organization, name, by):
    """A published version that grows by a case per job; the cases that stand in it never change."""
    dataset = Dataset.objects.create(
        organization=organization,
        name=name,
        type="ANNOTATION_QUEUE",
        tags=["job reviews"],
        is_listed=False,
        created_by=by,
        description="Each case is a job directory as it was handed over. A job is added when it comes.",
    )
    columns = [Column(name, "string") for name in METADATA]
    return DatasetVersion.objects.create(
        organization=organization,
        dataset=dataset,
        version_number=1,
        file_format="JSON",
        state="done",
        validation_status="VALID",
        status="PUBLISHED",
        published_at=timezone.now(),
        created_by=by,
        row_count=0,
        columns=[{**column.as_json(), "role": "metadata"} for column in columns],
        schema_hash=schema_hash(columns),
    )
