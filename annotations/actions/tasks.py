"""Set up annotation tasks: create, change, activate, pause, complete."""

from dataclasses import dataclass, field

from django.db import transaction
from django.db.models.functions import Now

from annotations import schema
from annotations.actions import forms, history, sampling
from annotations.models import AnnotationTask, Question, SchemaVersion
from datasets.models import ModelOutput
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput

NAMED_BY_CASES = 100  # whose outputs are listed as valid names


@dataclass(frozen=True)
class TaskSettings:
    """What a manager decides about a task besides its form."""

    name: str
    instructions: str
    description: str = ""
    required_annotations_per_item: int = 3
    blind_mode: bool = True
    allow_skip: bool = True
    allow_flag: bool = True
    lease_seconds: int = 1800
    time_limit_seconds: int | None = None
    consensus_threshold: float = 2 / 3
    output_name: str | None = None
    sampling_config: dict = field(default_factory=dict)


@transaction.atomic
def create(*, dataset_version, annotation_schema, settings, by):
    """Make a DRAFT task with its first form; its items are drawn now when they are few, else by a worker."""
    if dataset_version.status != "PUBLISHED":
        raise Conflict(
            f"Version {dataset_version.version_number} of {dataset_version.dataset} is {dataset_version.status}. "
            "Publish it first: an annotation task needs a frozen version.", code="version_not_published",
        )
    specs = schema.parse(annotation_schema)
    config = sampling.clean_config(settings.sampling_config, dataset_version)
    values = {name: getattr(settings, name) for name in TaskSettings.__dataclass_fields__}
    values |= {"sampling_config": config, "output_name": output_name(dataset_version, settings.output_name)}
    task = AnnotationTask.objects.create(
        organization=dataset_version.organization, dataset_version=dataset_version, created_by=by, **values
    )
    set_form(task=task, specs=specs)
    sampling.draw_if_few(task=task)
    audit.record(organization=task.organization, verb="task.created", target=task, by=by)
    return task


def output_name(version, wanted):
    """The name of the model output under judgement; the first one of the version when nothing is said."""
    first_cases = list(version.cases.order_by("row_index").values_list("pk", flat=True)[:NAMED_BY_CASES])
    outputs = ModelOutput.objects.filter(test_case__in=first_cases).order_by("id")
    names = list(dict.fromkeys(outputs.values_list("name", flat=True)))
    if not wanted:
        return names[0] if names else ""
    if wanted in names or ModelOutput.objects.filter(test_case__version=version, name=wanted).exists():
        return wanted
    raise InvalidInput(f"No output is named {wanted!r}. Valid: {', '.join(names) or 'none'}.", code="bad_output")


@transaction.atomic
def set_form(*, task, specs):
    """Give the task these questions: in place while nothing was answered, else as a new version of the form."""
    current = task.schema_version
    if current is not None and current.frozen_at is None:
        current.questions.all().delete()
    else:
        number = current.number + 1 if current else 1
        current = SchemaVersion.objects.create(task=task, number=number)
        task.schema_version = current
        task.save(update_fields=["schema_version"])
    Question.objects.bulk_create(
        Question(
            schema_version=current, key=spec.key, position=spec.position, title=spec.title, help=spec.help,
            label_type=spec.label_type, config=spec.config, required=spec.required,
        )
        for spec in specs
    )
    return current


@transaction.atomic
def change(*, task, changes, annotation_schema=None, by):
    """Change settings of a task; the form and the number of answers only while it is a draft."""
    task = AnnotationTask.objects.select_for_update().get(pk=task.pk)
    fixed = {"required_annotations_per_item", "output_name", "sampling_config"} & set(changes)
    if task.status != "DRAFT" and fixed:
        raise Conflict(f"{sorted(fixed)[0]} is fixed once a task was activated.", code="task_active")
    if annotation_schema is not None:
        if task.status != "DRAFT":
            raise Conflict(f"The form of a task that is {task.status} is frozen.", code="schema_frozen")
        set_form(task=task, specs=schema.parse(annotation_schema))
    if "output_name" in changes:
        changes = changes | {"output_name": output_name(task.dataset_version, changes["output_name"])}
    if "sampling_config" in changes:
        changes = changes | {"sampling_config": sampling.clean_config(changes["sampling_config"], task.dataset_version)}
    if task.status != "DRAFT" and changes.get("instructions", task.instructions) != task.instructions:
        changes = changes | {"guideline_version": task.guideline_version + 1}
    for name, value in changes.items():
        setattr(task, name, value)
    if changes:
        task.save(update_fields=[*changes, "updated_at"])
    if fixed:
        sampling.redraw_items(task=task)
    if "consensus_threshold" in changes:
        history.note(task=task, verb="threshold_changed", details={"to": task.consensus_threshold})
    audit.record(organization=task.organization, verb="task.changed", target=task,
                 details={"fields": sorted(changes), "schema": annotation_schema is not None}, by=by)
    return task


@transaction.atomic
def set_status(*, task, status, by):
    """Move a task along its transitions; asking for the state it is in changes nothing."""
    task = AnnotationTask.objects.select_for_update().get(pk=task.pk)
    if status not in AnnotationTask.TRANSITIONS:
        valid = ", ".join(AnnotationTask.TRANSITIONS)
        raise InvalidInput(f"Unknown status {status!r}. Valid: {valid}.", code="unknown_status")
    if task.status == status:
        return task
    task.check_transition(status)
    if status == "ACTIVE" and task.preparation == "READY" and task.total_items == 0:
        raise Conflict("This task has no items. Change its sampling or its filter first.", code="no_items")
    task.status = status
    task.save(update_fields=["status", "updated_at"])
    if status == "ACTIVE":
        SchemaVersion.objects.filter(pk=task.schema_version_id, frozen_at=None).update(frozen_at=Now())
        forms.forget()
    history.note(task=task, verb=f"status_{status.lower()}")
    audit.record(organization=task.organization, verb=f"task.{status.lower()}", target=task, by=by)
    return task
