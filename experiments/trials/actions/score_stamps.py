"""Whether the scores of an experiment are what they were at its last look, without reading them."""

from collections.abc import Sequence

from django.core.cache import cache
from django.db import connection

from evalhub.lib.database import statements
from experiments.trials.analysis import figures
from experiments.trials.models import Experiment, ExperimentLook, Variant
from experiments.trials.models.experiment_metric import MACHINES

sql = statements.of_feature(__file__)
KEY, KEPT_SECONDS = "experiment-look:{}", 7 * 24 * 3600


def stamp_of(experiment: Experiment, variants: Sequence[Variant]) -> list | None:
    """Equal only where no score, label or evaluation of the variants has changed; None where it is not known, as on
    traffic and while an evaluation is at work. Annotations are never changed, only added, withdrawn and replaced."""
    evaluations = [each.evaluation for each in variants]
    if any(each is None or not each.has_ended for each in evaluations):
        return None
    values = {
        "experiment": str(experiment.pk),
        "organization": experiment.organization_id,
        "version": experiment.dataset_version_id,
        "tasks": [each.task_id for each in evaluations],
        "people": any(each.scores != MACHINES for each in experiment.metrics.all()),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("score_stamp"), values)
        row = cursor.fetchone()
    ends = [f"{each.pk} {each.state} {each.finished_at}" for each in evaluations]
    return [figures.VERSION, *ends, *row]


def keep(experiment: Experiment, stamp: list | None, look: ExperimentLook) -> ExperimentLook:
    """Note that these scores are those of this look."""
    if stamp is not None:
        cache.set(KEY.format(experiment.pk), {"stamp": stamp, "look": look.number}, KEPT_SECONDS)
    return look


def is_kept(experiment: Experiment, stamp: list | None, look: ExperimentLook) -> bool:
    """Whether the scores are those of this look."""
    return stamp is not None and cache.get(KEY.format(experiment.pk)) == {"stamp": stamp, "look": look.number}
