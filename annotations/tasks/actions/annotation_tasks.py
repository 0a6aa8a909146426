"""Set up annotation tasks: create, change, activate, pause, complete."""

import datetime
from dataclasses import asdict, dataclass, field

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from annotations.labels.types import registry as label_types
from annotations.tasks.actions import form, history, metrics, sampling, skills
from annotations.tasks.models import AnnotationTask, Question, SchemaVersion, TaskTeam
from annotations.tasks.models.annotation_task import AUDIT_MODES
from datasets.models import ModelOutput
from evalhub.accounts.actions import audit
from evalhub.events.actions import outbox
from evalhub.lib.errors import Conflict, InvalidInput

NAMED_BY_CASES = 100  # whose outputs are listed as valid names
CONSENSUS, AUDITED = 2 / 3, 0.1
MAX_COMPARED = 9  # outputs beside the judged one
SELECTED_BY = {"required_annotations_per_item", "output_name", "compared_outputs", "sampling_config"}


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
    consensus_threshold: float | None = None  # that of the organization, else CONSENSUS
    output_name: str | None = None
    compared_outputs: list = field(default_factory=list)
    audit_sample_share: float | None = None  # that of the organization, else AUDITED
    audit_sample_mode: str = "blind_first"
    audit_risk_mode: str = "assisted"
    sampling_config: dict = field(default_factory=dict)
    teams: list = field(default_factory=list)
    required_skills: list = field(default_factory=list)
    required_languages: list = field(default_factory=list)
    max_items_per_person: int | None = None
    due_on: datetime.date | None = None


@transaction.atomic
def create(*, dataset_version, annotation_schema, settings, origin="person", by):
    """Make a DRAFT task with its first form; its items are drawn now when they are few, else by a worker."""
    if dataset_version.status != "PUBLISHED":
        raise Conflict(
            f"Version {dataset_version.version_number} of {dataset_version.dataset} is {dataset_version.status}. "
            "Publish it first: an annotation task needs a frozen version.",
            code="version_not_published",
        )
    specs = metrics.read_form(annotation_schema=annotation_schema, organization=dataset_version.organization)
    config = sampling.clean_config(settings.sampling_config, dataset_version)
    values = {name: getattr(settings, name) for name in TaskSettings.__dataclass_fields__}
    judged = output_name(dataset_version, settings.output_name)
    compared = compared_outputs(dataset_version, settings.compared_outputs, judged)
    values |= {"sampling_config": config, "output_name": judged, "compared_outputs": compared}
    check_modes(values)
    values |= _required(values)
    for name, value in defaults_of(dataset_version.organization).items():
        values[name] = value if values[name] is None else values[name]
    teams = values.pop("teams")
    task = AnnotationTask.objects.create(
        organization=dataset_version.organization,
        dataset_version=dataset_version,
        created_by=by,
        origin=origin,
        **values,
    )
    _set_teams(task, teams)
    set_form(task=task, specs=specs)
    sampling.draw_if_few(task=task)
    audit.record(organization=task.organization, verb="task.created", target=task, by=by)
    return task


def defaults_of(organization):
    """The thresholds that a new task of an organization has unless it says others."""
    own = {
        "consensus_threshold": organization.consensus_threshold,
        "audit_sample_share": organization.audit_sample_share,
    }
    usual = {"consensus_threshold": CONSENSUS, "audit_sample_share": AUDITED}
    return {name: usual[name] if value is None else value for name, value in own.items()}


def output_name(version, chosen):
    """The name of the model output under judgement; the first one of the version when nothing is said."""
    names = named_outputs(version)
    if not chosen:
        return names[0] if names else ""
    if chosen in names or _is_output(version, chosen):
        return chosen
    raise InvalidInput(f"No output is named {chosen!r}. Valid: {', '.join(names) or 'none'}.", code="bad_output")


def compared_outputs(version, chosen, judged):
    """The names of the outputs that stand beside the judged one, in the order given."""
    names = named_outputs(version) if chosen else []
    for index, name in enumerate(chosen):
        valid = [other for other in names if other != judged and other not in chosen[:index]]
        if name == judged or name in chosen[:index]:
            problem = f"compared_outputs names {name!r} twice, the judged output counted."
        elif name not in names and not _is_output(version, name):
            problem = f"No output is named {name!r}."
        else:
            continue
        raise InvalidInput(f"{problem} Valid: {', '.join(valid) or 'none'}.", code="bad_compared")
    if len(chosen) > MAX_COMPARED:
        raise InvalidInput(
            f"compared_outputs has {len(chosen)} names. Valid: up to {MAX_COMPARED}.", code="bad_compared"
        )
    return list(chosen)


def named_outputs(version):
    """The names of outputs that the first cases of a version have, in the order of the file."""
    first_cases = list(version.cases.order_by("row_index").values_list("pk", flat=True)[:NAMED_BY_CASES])
    outputs = ModelOutput.objects.of_data().filter(test_case__in=first_cases).order_by("id")
    return list(dict.fromkeys(outputs.values_list("system__name", flat=True)))


def _is_output(version, name):
    return ModelOutput.objects.of_data().filter(test_case__version=version, system__name=name).exists()


def check_modes(values):
    """InvalidInput when an audit mode is none."""
    for name in ("audit_sample_mode", "audit_risk_mode"):
        if name in values and values[name] not in AUDIT_MODES:
            raise InvalidInput(f"{name} is {values[name]!r}. Valid: {', '.join(AUDIT_MODES)}.", code="bad_mode")


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
    Question.objects.bulk_create(Question(schema_version=current, **asdict(spec)) for spec in specs)
    return current


@transaction.atomic
def change(*, task, changes, annotation_schema=None, by):
    """Change settings of a task; the form and the number of answers only while it is a draft."""
    task = AnnotationTask.objects.select_for_update(no_key=True).get(pk=task.pk)
    fixed = SELECTED_BY & set(changes)
    if task.status != "DRAFT" and fixed:
        raise Conflict(f"{sorted(fixed)[0]} is fixed once a task was activated.", code="task_active")
    if annotation_schema is not None:
        if task.status != "DRAFT":
            raise Conflict(f"The form of a task that is {task.status} is frozen.", code="schema_frozen")
        specs = metrics.read_form(annotation_schema=annotation_schema, organization=task.organization)
        set_form(task=task, specs=specs)
    changes = _cleaned(task, changes)
    own = {name: value for name, value in changes.items() if name != "teams"}
    for name, value in own.items():
        setattr(task, name, value)
    if own:
        task.save(update_fields=[*own, "updated_at"])
    if "teams" in changes:
        _set_teams(task, changes["teams"])
    if fixed:
        sampling.redraw_items(task=task)
    if "consensus_threshold" in changes:
        history.note(task=task, verb="threshold_changed", details={"to": task.consensus_threshold})
    audit.record(
        organization=task.organization,
        verb="task.changed",
        target=task,
        details={"fields": sorted(changes), "schema": annotation_schema is not None},
        by=by,
    )
    return task


def _cleaned(task, changes):
    """The changes with names and configs checked, and the guideline's new version."""
    changes, version = dict(changes), task.dataset_version
    if "output_name" in changes:
        changes["output_name"] = output_name(version, changes["output_name"])
    if {"output_name", "compared_outputs"} & set(changes):
        judged = changes.get("output_name", task.output_name)
        chosen = changes.get("compared_outputs", task.compared_outputs)
        changes["compared_outputs"] = compared_outputs(version, chosen, judged)
    if "sampling_config" in changes:
        changes["sampling_config"] = sampling.clean_config(changes["sampling_config"], version)
    if task.status != "DRAFT" and changes.get("instructions", task.instructions) != task.instructions:
        changes["guideline_version"] = task.guideline_version + 1
    check_modes(changes)
    return changes | _required(changes)


def _required(values):
    """What annotators must know, each tag and code once; InvalidInput when one is none."""
    cleaners = {"required_skills": skills.clean_tags, "required_languages": skills.clean_languages}
    return {name: clean(values[name]) for name, clean in cleaners.items() if name in values}


def _set_teams(task, teams):
    """Let the members of these teams work on the task, everybody when there is none."""
    TaskTeam.objects.filter(task=task).exclude(team__in=teams).delete()
    rows = [TaskTeam(organization_id=task.organization_id, task=task, team=team) for team in teams]
    TaskTeam.objects.bulk_create(rows, ignore_conflicts=True)


@transaction.atomic
def set_status(*, task, status, by):
    """Move a task along its transitions; asking for the state it is in changes nothing."""
    task = AnnotationTask.objects.select_for_update(no_key=True).get(pk=task.pk)
    if status not in AnnotationTask.TRANSITIONS:
        valid = ", ".join(AnnotationTask.TRANSITIONS)
        raise InvalidInput(f"Unknown status {status!r}. Valid: {valid}.", code="unknown_status")
    if task.status == status:
        return task
    task.check_transition(status)
    if status == "ACTIVE" and task.preparation == "READY" and task.total_items == 0:
        raise Conflict(_("This task has no items. Change its sampling or filter first."), code="no_items")
    if status == "ACTIVE":
        refuse_unfit(task=task, specs=form.load(task.schema_version_id).specs)
    task.status = status
    task.save(update_fields=["status", "updated_at"])
    if status == "ACTIVE":
        SchemaVersion.objects.filter(pk=task.schema_version_id, frozen_at=None).update(frozen_at=Now())
        form.forget()
    history.note(task=task, verb=f"status_{status.lower()}")
    audit.record(organization=task.organization, verb=f"task.{status.lower()}", target=task, by=by)
    if status == "COMPLETED" and task.is_listed:
        payload = {"task_id": task.pk, "name": task.name}
        outbox.emit(organization=task.organization, type="annotation_task.completed", object=task, payload=payload)
    return task


def refuse_unfit(*, task, specs):
    """Conflict when a question compares answers and the task does not show as many as it needs."""
    shown = 1 + len(task.compared_outputs)
    for spec in specs:
        needed = label_types[spec.label_type].comparison_needs(spec.config, shown)
        if needed:
            raise Conflict(
                _(
                    "The question “%(title)s” compares %(needed)s, and the task shows %(shown)d. Name the outputs to "
                    "compare in the settings."
                )
                % {"title": spec.title, "needed": needed, "shown": shown},
                code="nothing_to_compare",
            )
