"""Ask people about cases of an experiment that are drawn by chance, the outputs of all variants among each other."""

import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import transaction

from annotations.labels.reading import not_valid, numbers_between
from annotations.models import AnnotationTask, TaskItem
from annotations.tasks.actions import annotation_tasks, sampling
from annotations.tasks.actions import metrics as library
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict
from evalhub.lib.statistics.seeds import MOST_SEED
from evalhub.lib.translation import gettext as _
from experiments.evaluations.actions import case_scores
from experiments.evaluations.actions.people import MOST_PEOPLE
from experiments.trials.actions import looks
from experiments.trials.analysis import next_labels
from experiments.trials.analysis.next_labels import Narrowing
from experiments.trials.methods import Samples
from experiments.trials.models import Experiment
from experiments.trials.models.experiment_metric import CORRECTED, PEOPLE

MOST_CASES = 5_000


@dataclass(frozen=True)
class LabelRequest:
    task: AnnotationTask
    n_cases: int
    n_items: int
    seed: int
    forecast: Narrowing


@transaction.atomic
def ask(
    *, experiment: Experiment, n_cases: int, people: int = 1, seed: int | None = None, by: Any = None
) -> LabelRequest:
    """A new ACTIVE task with the outputs of every variant of `n_cases`, in an order by the seed.

    Cases that were drawn for the experiment before are not drawn again, so that all labels are one random sample.
    InvalidInput for a size out of range; Conflict where people's labels would not count, or nothing is left to draw.
    """
    locked = Experiment.objects.select_for_update(of=("self",), no_key=True).select_related("organization")
    experiment = locked.get(pk=experiment.pk)
    seed = secrets.randbelow(MOST_SEED) if seed is None else seed
    for name, value, most in (("n_cases", n_cases, MOST_CASES), ("people", people, MOST_PEOPLE)):
        if not 1 <= value <= most:
            raise not_valid(name, value, numbers_between(1, most, whole=True))
    variants, metrics = _ready(experiment)
    left = _left(experiment, variants)
    random = np.random.default_rng(seed)
    drawn = random.permutation(sorted(left))[:n_cases].tolist()
    forecast = expected(experiment, len(drawn))
    task = _task(experiment, variants, metrics, len(drawn), people, seed, by)
    n_items = _add_items(task, variants, drawn, random)
    task = annotation_tasks.set_status(task=task, status="ACTIVE", by=by)
    details = {"task": str(task.pk), "cases": len(drawn)}
    audit.record(
        organization=experiment.organization,
        verb="experiment.labels_requested",
        target=experiment,
        details=details,
        by=by,
    )
    return LabelRequest(task, len(drawn), n_items, seed, forecast)


def expected(experiment: Experiment, more: int) -> Narrowing:
    """What labels of so many more cases do to the interval of the first metric whose scores are people's."""
    plan, data, _checks = looks.read(experiment)
    metric = next(each for each in plan.metrics if each.scores in (PEOPLE, CORRECTED))
    control, treatment = data[metric.key][:2]
    return next_labels.narrowing(Samples(control, treatment), metric.scores, more, alpha=plan.alpha)


def left_of(experiment: Experiment) -> int:
    """How many cases may still be drawn; Conflict as `ask`."""
    return len(_left(experiment, _ready(experiment)[0]))


def can_ask(experiment: Experiment) -> bool:
    """Whether labels of people count in any figure of it."""
    return experiment.is_going and any(each.scores in (PEOPLE, CORRECTED) for each in experiment.metrics.all())


def _ready(experiment):
    """(its variants with all outputs there, the metrics that people are asked about)."""
    variants = list(experiment.variants.select_related("evaluation__task__schema_version"))
    if not can_ask(experiment):
        words = _("People's labels count in a running experiment with a metric whose scores are theirs.")
        raise Conflict(words, code="labels_do_not_count")
    for variant in variants:
        evaluation = variant.evaluation
        if not evaluation.has_ended and (evaluation.run_id or not evaluation.task.total_items):
            words = _("%(variant)s has not answered all cases yet: a draw now would not be one of all of them.")
            raise Conflict(words % {"variant": variant.name}, code="evaluation_running")
    keys = [each.key for each in experiment.metrics.all() if each.scores in (PEOPLE, CORRECTED)]
    asked = [case_scores.question_of(variants[0].evaluation, key) for key in keys]
    return variants, [each.metric for each in asked if each is not None and each.metric is not None]


def _left(experiment, variants):
    """Ids of the cases that every variant has an output of, without those drawn before; Conflict if there is none."""
    answered = [
        set(TaskItem.objects.filter(task=each.evaluation.task_id).values_list("test_case_id", flat=True))
        for each in variants
    ]
    before = TaskItem.objects.filter(
        task__organization=experiment.organization, task__sampling_config__drawn_for=str(experiment.pk)
    )
    left = set.intersection(*answered) - set(before.values_list("test_case_id", flat=True))
    if not left:
        raise Conflict(_("All cases that every variant has answered were drawn already."), code="no_cases_left")
    return left


def _task(experiment, variants, metrics, n, people, seed, by):
    version = variants[0].evaluation.task.dataset_version
    config = sampling.clean_config({"strategy": "random", "sample_size": n, "seed": seed}, version)
    task = AnnotationTask.objects.create(
        organization=experiment.organization,
        dataset_version=version,
        name=_("%(name)s: cases to label") % {"name": experiment.name[:200]},
        instructions=_("Read the case and the answer, then answer each question by its criteria."),
        required_annotations_per_item=people,
        sampling_config=config | {"drawn_for": str(experiment.pk)},
        preparation="READY",
        created_by=getattr(by, "user", by),
        **annotation_tasks.defaults_of(experiment.organization),
    )
    fields = {"fields": [library.field_of(metric) for metric in metrics]}
    specs = library.read_form(annotation_schema=fields, organization=experiment.organization)
    annotation_tasks.set_form(task=task, specs=specs)
    audit.record(organization=task.organization, verb="task.created", target=task, by=by)
    return task


def _add_items(task, variants, drawn, random):
    """An item for each output; the same text of two variants is asked about once."""
    outputs = TaskItem.objects.filter(
        task__in=[each.evaluation.task_id for each in variants], test_case__in=drawn
    ).order_by("test_case_id", "outputs")
    found = sorted({(case, tuple(shown)) for case, shown in outputs.values_list("test_case_id", "outputs")})
    order = random.permutation(len(found)).tolist()
    TaskItem.objects.bulk_create(
        (
            TaskItem(
                task=task,
                test_case_id=found[place][0],
                outputs=list(found[place][1]),
                position=position,
                open_slots=task.required_annotations_per_item,
            )
            for position, place in enumerate(order)
        ),
        batch_size=2_000,
    )
    task.total_items = len(found)
    AnnotationTask.objects.filter(pk=task.pk).update(total_items=task.total_items)
    return len(found)
