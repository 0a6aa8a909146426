"""Look at an experiment: its figures now, stored when the data have changed since the last look."""

import hashlib
from dataclasses import replace
from typing import Any

import numpy as np
from django.db import connection, transaction

from evalhub.lib import strict_json
from evalhub.lib.database import statements
from experiments.trials.actions import repeats, score_stamps, traffic_scores, variant_scores
from experiments.trials.analysis import figures
from experiments.trials.analysis.plan import MetricPlan, Plan
from experiments.trials.models import Experiment, ExperimentLook
from experiments.trials.models.experiment import CASES, DRAFT, TRAFFIC
from experiments.trials.models.experiment_metric import LOWER

sql = statements.of_feature(__file__)
MOST_LOOKS = 60  # of a picture
SCORES = {CASES: variant_scores.of_cases, TRAFFIC: traffic_scores.of_traffic}


def plan_of(experiment: Experiment, titles: dict[str, str] | None = None) -> Plan:
    """The Plan as it was stored before the start."""
    titles = titles or {}
    return Plan(
        method=experiment.method,
        alpha=experiment.significance_level,
        planned_n=experiment.planned_n,
        least_n=experiment.minimum_sample_size,
        metrics=tuple(
            MetricPlan(
                key=each.key,
                title=titles.get(each.key) or each.key,
                role=each.role,
                lower_is_better=each.direction == LOWER,
                margin=each.margin,
                scores=each.scores,
            )
            for each in experiment.metrics.all()
        ),
        prior_deviation=experiment.prior_deviation,
        least_effect=experiment.least_effect,
        is_aa=experiment.is_aa,
        least_days=experiment.minimum_days,
        bandit_seed=experiment.allocation_policy.get("seed"),
    )


def newest(experiment: Experiment) -> ExperimentLook | None:
    return experiment.looks.order_by("-number").first()


@transaction.atomic
def look(*, experiment: Experiment, by: Any = None) -> ExperimentLook | None:
    """The newest look; another one is stored where the data or the code have changed. None for a draft.

    A concluded experiment shows the look that it was concluded with, to the digit.
    """
    if experiment.status == DRAFT:
        return None
    known = experiment.conclusion or newest(experiment)
    if experiment.is_frozen:
        return known
    metrics, variants = _metrics_and_variants(experiment)
    stamp = score_stamps.stamp_of(experiment, variants)
    if known is not None and score_stamps.is_kept(experiment, stamp, known):
        return known
    plan, scores = _read(experiment, metrics, variants)
    fingerprint = _fingerprint(plan, scores)
    if known is not None and (known.data_fingerprint, known.code_version) == (fingerprint, figures.VERSION):
        return score_stamps.keep(experiment, stamp, known)
    Experiment.objects.select_for_update(of=("self",), no_key=True).get(pk=experiment.pk)  # numbers without gaps
    last = newest(experiment)
    if last is not None and last.data_fingerprint == fingerprint and last.code_version == figures.VERSION:
        return last
    found = figures.compute(plan, scores.samples, scores.checks, scores.read_slices())
    made = ExperimentLook.objects.create(
        experiment=experiment,
        number=last.number + 1 if last else 1,
        n=found.of(plan.primary.key)[0].gap.n,
        verdict=found.verdict.verdict,
        sentence=found.verdict.sentence,
        figures=figures.as_json(found) | {"shared_units": repeats.shared_units(experiment)},
        data_fingerprint=fingerprint,
        code_version=figures.VERSION,
        looked_by=getattr(by, "user", by),
    )
    made.refresh_from_db(fields=["figures"])  # as they are shown again: Postgres holds no -0
    return made


def sequence(experiment: Experiment, treatment: str, *, number: int) -> list[tuple[int, dict, dict]]:
    """[(n, running, difference)] of the primary metric at the last looks up to this one, the oldest first."""
    values = {"experiment": experiment.pk, "treatment": treatment, "number": number, "most": MOST_LOOKS}
    with connection.cursor() as cursor:
        cursor.execute(sql("sequence"), values)
        rows = cursor.fetchall()
    return [(n, strict_json.loads(running), strict_json.loads(difference)) for n, running, difference in reversed(rows)]


def read(experiment: Experiment) -> tuple[Plan, dict, list]:
    """(the Plan, {metric: Samples of its variants, the control first}, checks) as the data are now."""
    plan, scores = _read(experiment, *_metrics_and_variants(experiment))
    return plan, scores.samples, scores.checks


def _metrics_and_variants(experiment):
    """The metrics, the primary first, and the variants, the control first."""
    metrics = sorted(experiment.metrics.all(), key=lambda each: each.role != "primary")
    variants = sorted(
        experiment.variants.select_related("evaluation__task__schema_version"),
        key=lambda each: (not each.is_control, each.position),
    )
    return metrics, variants


def _read(experiment, metrics, variants):
    scores = SCORES[experiment.units](experiment, metrics, variants)
    plan = plan_of(experiment, scores.titles)
    return replace(plan, is_complete=scores.is_complete), scores


def _fingerprint(plan, scores):
    """SHA-256 of every value, whose it is, and whether more will come."""
    digest = hashlib.sha256(
        strict_json.dumps(
            [scores.is_complete, [[each.key, each.state] for each in scores.checks], plan.primary.key]
        ).encode()
    )
    for key, samples in sorted(scores.samples.items()):
        for sample in samples:
            digest.update(f"{key}\x1f{sample.name}\x1e".encode())
            for array in (sample.units, sample.values, sample.machine_values):
                if array is not None:
                    digest.update(np.ascontiguousarray(array).tobytes())
            if sample.parts is not None:
                parts = [(vars(each.moments), each.propensity, each.bins) for each in sample.parts]
                digest.update(repr((sample.allocated, parts)).encode())
    return digest.hexdigest()
