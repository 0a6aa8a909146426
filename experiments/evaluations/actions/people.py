"""Send outputs of an evaluation to people: as a new annotation task, or into one that was made for them before."""

from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from annotations.models import AnnotationTask, Metric, TaskItem
from annotations.tasks.actions import annotation_tasks, sampling
from annotations.tasks.actions import metrics as library
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput
from experiments.evaluations.models import Evaluation
from reviews.scorers.actions import library_metrics
from reviews.scorers.metrics import metrics_of_answers

USUAL_METRIC = "correctness"  # asked where programs compute all metrics
MOST_PEOPLE, MOST_ITEMS = 20, 100_000


def questions_of(*, evaluation: Evaluation, by: Any) -> list[Metric]:
    """The metrics that people are asked about: those that no program computes, else the usual one."""
    asked = evaluation.task.schema_version.questions.exclude(metric=None).exclude(
        metric__method__in=metrics_of_answers.keys()
    )
    found = [each.metric for each in asked.select_related("metric").order_by("position")]
    return found or [library_metrics.ready(organization=evaluation.organization, key=USUAL_METRIC, by=by)]


def open_tasks(evaluation: Evaluation) -> QuerySet:
    """Tasks of people that more outputs may join: listed, not completed, over the same version, that ask about one of
    the evaluation's metrics, and were not drawn for an experiment; the newest first."""
    own = evaluation.task.schema_version.questions.exclude(metric=None).values("metric")
    found = AnnotationTask.objects.for_organization(evaluation.organization).listed()
    found = found.filter(
        dataset_version=evaluation.task.dataset_version_id,
        preparation="READY",
        compared_outputs=[],
        schema_version__questions__metric__in=own,
    )
    found = found.exclude(status="COMPLETED").exclude(sampling_config__has_key="drawn_for")
    return found.distinct().order_by("-created_at")


@transaction.atomic
def send(
    *, evaluation: Evaluation, items: QuerySet, name: str = "", people: int = 1, task: Any = None, by: Any
) -> tuple[AnnotationTask, int]:
    """(the task, how many outputs were added): a new ACTIVE task called `name` that `people` answer each output of, or
    `task`, one of `open_tasks`, with the outputs that it does not have yet.

    InvalidInput without an output, Conflict for a task that takes no more.
    """
    chosen = list(items.order_by("position").values_list("test_case_id", "outputs")[: MOST_ITEMS + 1])
    if not 1 <= len(chosen) <= MOST_ITEMS:
        words = _("%(n)d outputs match. Send 1 to %(most)d at a time.")
        raise InvalidInput(words % {"n": len(chosen), "most": MOST_ITEMS}, code="invalid_selection")
    if task is None:
        task = _new_task(evaluation, name, people, by)
    elif not open_tasks(evaluation).filter(pk=task.pk).exists():
        raise Conflict(_("%(name)s does not take these outputs.") % {"name": task.name}, code="task_takes_no_outputs")
    added = _add(task, chosen)
    if task.status == "DRAFT" and (task.total_items or added):
        task = annotation_tasks.set_status(task=task, status="ACTIVE", by=by)
    details = {"evaluation": str(evaluation.pk), "outputs": added}
    audit.record(organization=evaluation.organization, verb="task.outputs_added", target=task, details=details, by=by)
    return task, added


def _new_task(evaluation, name, people, by):
    if not 1 <= people <= MOST_PEOPLE:
        words = _("people is %(met)s. Valid: a whole number from 1 to %(most)s.")
        raise InvalidInput(
            words % {"met": people, "most": MOST_PEOPLE}, code="invalid_people", details={"field": "people"}
        )
    version = evaluation.task.dataset_version
    task = AnnotationTask.objects.create(
        organization=evaluation.organization,
        dataset_version=version,
        name=(name or "").strip()[:255] or evaluation.name,
        instructions=_("Read the case and the answer, then answer each question by its criteria."),
        output_name=evaluation.system.name if evaluation.system else evaluation.task.output_name,
        required_annotations_per_item=people,
        sampling_config=sampling.clean_config({}, version),  # people chose these outputs, not chance
        preparation="READY",
        created_by=getattr(by, "user", by),
        **annotation_tasks.defaults_of(evaluation.organization),
    )
    fields = {"fields": [library.field_of(metric) for metric in questions_of(evaluation=evaluation, by=by)]}
    specs = library.read_form(annotation_schema=fields, organization=evaluation.organization)
    annotation_tasks.set_form(task=task, specs=specs)
    audit.record(organization=task.organization, verb="task.created", target=task, by=by)
    return task


def _add(task, chosen):
    """Make items of (case, outputs) that the task does not have yet; returns how many."""
    locked = AnnotationTask.objects.select_for_update(of=("self",), no_key=True).get(pk=task.pk)
    have = set()
    if locked.total_items:
        known = TaskItem.objects.filter(task=locked, test_case__in=[case for case, _outputs in chosen])
        have = {(case, tuple(outputs)) for case, outputs in known.values_list("test_case_id", "outputs")}
    new = [(case, outputs) for case, outputs in chosen if (case, tuple(outputs)) not in have]
    newest = TaskItem.objects.filter(task=locked).aggregate(last=Max("position"))["last"]
    first = 0 if newest is None else newest + 1
    TaskItem.objects.bulk_create(
        (
            TaskItem(
                task=locked,
                test_case_id=case,
                outputs=outputs,
                position=position,
                open_slots=locked.required_annotations_per_item,
            )
            for position, (case, outputs) in enumerate(new, start=first)
        ),
        batch_size=2_000,
    )
    task.total_items = locked.total_items + len(new)
    AnnotationTask.objects.filter(pk=task.pk).update(total_items=task.total_items)
    return len(new)
