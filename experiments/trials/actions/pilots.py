"""What earlier scores of a metric say to the planner: how they vary, what they cost, how long people took."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from django.db.models import Avg

from annotations.labels.types import registry as label_types
from annotations.models import Annotation
from evalhub.accounts.models import Organization
from evalhub.lib.statistics import detectable
from experiments.evaluations.actions import case_scores, prices, progress
from experiments.evaluations.models import Evaluation, EvaluationScorer
from experiments.trials.actions import variant_scores
from experiments.trials.analysis import sample_plan
from experiments.trials.analysis.sample_plan import Spread
from experiments.trials.methods import Sample, Samples
from experiments.trials.models import Experiment
from experiments.trials.models.experiment import DRAFT, MODELS
from experiments.trials.models.experiment_metric import CORRECTED

MOST_EXPERIMENTS, MOST_EVALUATIONS = 20, 20
NEWEST_LABELS = 500


@dataclass(frozen=True)
class Pilot:
    """Two evaluations of the same cases: those of an experiment's first variants, or one with its baseline."""

    key: str
    name: str
    control: Evaluation
    treatment: Evaluation
    experiment: Experiment | None = None


@dataclass(frozen=True)
class UnitCosts:
    """Of one output with all of its scores, None unknown; and of one label of a person in seconds."""

    output_usd: Decimal | None
    is_simulated: bool
    label_seconds: float | None


def all_of(organization: Organization, metric: str) -> list[Pilot]:
    """Experiments that have started, then evaluations with their baselines, the newest first, that score the metric."""
    found = [*_experiments(organization, metric), *_evaluations(organization, metric)]
    return [each for each in found if each.control.has_ended and each.treatment.has_ended]


def spread_of(pilot: Pilot, metric: str) -> Spread | None:
    """The Spread of its pairs, with people's labels of the same outputs where there are some."""
    samples = [_sample(evaluation, metric) for evaluation in (pilot.control, pilot.treatment)]
    if any(each is None for each in samples):
        return None
    return sample_plan.spread_of(Samples(*samples))


def assumed(metric: Any) -> Spread | None:
    """The Spread by the ends of the metric's scale; None where it has none. `metric`: Metric or MetricContent."""
    label_type = label_types[metric.label_type]
    config = label_type.clean_config(metric.config)
    least, most = label_type.bounds(config)
    is_share = (least, most) == (0, 1) and bool(config.get("integer"))
    deviation = detectable.assumed_sd(least, most, is_share=is_share)
    if deviation is None:
        return None
    return Spread(deviation, differing=2 * deviation**2 if is_share else None)  # of pairs that do not go together


def unit_costs(organization: Organization, evaluations: Sequence[Evaluation]) -> UnitCosts:
    """Measured in these evaluations, and over the newest labels of people of the organization."""
    found = progress.progress_of(evaluations=evaluations).values()
    outputs, costs = sum(each.total for each in found), [each.cost_usd for each in found]
    known = outputs and None not in costs
    usd = sum((each for each in costs if each is not None), Decimal(0)) / outputs if known else None
    newest = Annotation.objects.filter(
        task__organization=organization, annotator__kind="human", time_spent_seconds__isnull=False
    ).order_by("-pk")[:NEWEST_LABELS]
    seconds = newest.aggregate(mean=Avg("time_spent_seconds"))["mean"]
    return UnitCosts(usd, any(each.simulated for each in found), seconds)


def machine_seconds(organization: Organization, pilot: Pilot, metric: str, outputs: int) -> float | None:
    """How long models take to answer and to score so many outputs, by their measured latencies and rate limits.

    0 where no model is called, None where one was never measured. About five statements a model.
    """
    version, judges = pilot.control.task.dataset_version, judges_of(pilot, metric)
    content = case_scores.question_of(pilot.control, metric)
    if judges is None or content is None or not version.row_count:
        return None
    found = []
    for evaluation in (pilot.control, pilot.treatment):
        price = prices.price_of(
            organization=organization,
            version=version,
            asked=[content.metric] if judges else [],
            judges=judges,
            system=evaluation.system.model if evaluation.run_id else "",
            share=outputs / 2 / version.row_count,
        )
        found.append(price.seconds if price.lines else 0.0)
    return None if None in found else sum(found)


def judges_of(pilot: Pilot, metric: str) -> list[str] | None:
    """The models that score the metric; None where a jury does, whose members answer at their own pace."""
    scorers = EvaluationScorer.objects.filter(evaluation=pilot.control, question__key=metric)
    known = list(scorers.values_list("annotator__kind", "annotator__model"))
    return None if any(kind == "jury" for kind, _model in known) else [model for kind, model in known if kind == "llm"]


def variants_of(pilot: Pilot, metric: str) -> dict[str, Any]:
    """What the form of a new experiment says of the pilot's variants and of who judges them."""
    type = pilot.experiment.type if pilot.experiment else MODELS
    values: dict[str, Any] = {"type": type, "judges": judges_of(pilot, metric) or []}
    for number, evaluation in enumerate((pilot.control, pilot.treatment), start=1):
        output, asked = evaluation.task.output_name, evaluation.system if evaluation.run_id else None
        values |= {
            f"variant_{number}_name": asked.name if asked else output or evaluation.name,
            f"variant_{number}_output": "" if asked else output,
            f"variant_{number}_model": asked.model if asked else "",
            f"variant_{number}_prompt": asked.prompt if asked else "",
        }
    return values


def _experiments(organization, metric):
    own = Experiment.objects.for_organization(organization).filter(metrics__key=metric).exclude(status=DRAFT)
    own = own.exclude(dataset_version=None).order_by("-created_at")[:MOST_EXPERIMENTS]
    for each in own.prefetch_related("variants__evaluation__task__dataset_version", "variants__evaluation__system"):
        variants = sorted(each.variants.all(), key=lambda variant: (not variant.is_control, variant.position))
        pair = [variant.evaluation for variant in variants[:2]]
        if None not in pair:
            yield Pilot(f"x{each.pk}", each.name, *pair, experiment=each)


def _evaluations(organization, metric):
    own = Evaluation.objects.for_organization(organization).filter(variants=None, baseline__isnull=False)
    own = own.filter(task__schema_version__questions__key=metric).order_by("-created_at")
    for each in own.select_related(
        "task__dataset_version", "baseline__task__dataset_version", "system", "baseline__system"
    )[:MOST_EVALUATIONS]:
        if each.task.dataset_version_id == each.baseline.task.dataset_version_id:
            yield Pilot(f"v{each.pk}", each.name, each.baseline, each)


def _sample(evaluation, metric):
    question = case_scores.question_of(evaluation, metric)
    if question is None:
        return None
    machines = case_scores.of_metric(evaluation, question)
    people = variant_scores.people_of(evaluation, question)[0]
    if people:
        return variant_scores.sample(CORRECTED, evaluation.name, machines, people)
    nobody = np.full(machines.cases.size, np.nan)
    return Sample(evaluation.name, machines.cases, nobody, machine_values=machines.values)
