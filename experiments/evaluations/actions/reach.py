"""What an evaluation can show before it is started: by how earlier scores of its metrics vary, else by their scales."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from annotations.labels.types import registry as label_types
from evalhub.accounts.models import Organization
from evalhub.lib.statistics import detectable
from experiments.evaluations import summary_estimates
from experiments.evaluations.models import ScoreSummary

LEAST_SCORES = 10  # whose spread counts as known


@dataclass(frozen=True)
class Reach:
    """`earlier` is how many scores the spread is from, 0: it is assumed. `shows` None: nothing can be assumed."""

    title: str
    shows: detectable.Detectable | None
    earlier: int


def reach_of(*, organization: Organization, metrics: Mapping[str, object], n_cases: int) -> list[Reach]:
    """The Reach of each metric, {key: Metric or MetricContent}, over so many cases; one statement."""
    # {key of a metric: (standard deviation, number of scores)} of its newest evaluation with enough scores.
    own = ScoreSummary.objects.filter(
        evaluation__organization=organization, slice="", question__metric__key__in=list(metrics), m2__isnull=False
    )
    own = own.filter(n_scored__gte=LEAST_SCORES, evaluation__repetitions=1)  # others vary by case, not by output
    rows = own.order_by("question__metric__key", "-computed_at", "-pk").distinct("question__metric__key")
    found = rows.values_list("question__metric__key", "m2", "n_scored")
    known = {key: (math.sqrt(m2 / (n - 1)), n) for key, m2, n in found}
    return [_reach(key, metric, known.get(key), n_cases) for key, metric in metrics.items()]


def _reach(key, metric, known, n_cases):
    sd, earlier = known or (None, 0)
    if not sd:
        label_type = label_types[metric.label_type]
        config = label_type.clean_config(metric.config)
        least, most = label_type.bounds(config)
        is_share = (least, most) == (0, 1) and bool(config.get("integer"))
        sd, earlier = detectable.assumed_sd(least, most, is_share=is_share), 0
    found = None if sd is None else detectable.of_cases(n_cases, sd)
    name = summary_estimates.metric_name(key, metric.title)
    return Reach(name, found if found and found.half_width is not None else None, earlier)
