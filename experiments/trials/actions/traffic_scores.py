"""The outcomes of an experiment's variants as moments, and what its traffic tells of the health of the data."""

from collections import defaultdict
from collections.abc import Sequence

from django.utils import timezone

from evalhub.lib.statistics.experiments import sample_ratio
from evalhub.lib.statistics.experiments.moments import SampleMoments
from experiments.trials.actions import traffic_counts
from experiments.trials.actions.variant_scores import Scores
from experiments.trials.analysis import health
from experiments.trials.methods import Part, Sample
from experiments.trials.models import Experiment, ExperimentMetric, TrafficSummary, Variant


def of_traffic(experiment: Experiment, metrics: Sequence[ExperimentMetric], variants: Sequence[Variant]) -> Scores:
    """The Scores of variants, the control first. What came since the last sweep is counted before."""
    traffic_counts.count_all(experiment=experiment)
    units, found = defaultdict(dict), defaultdict(list)
    for row in TrafficSummary.objects.filter(experiment=experiment).order_by("shares_number"):
        if row.metric_id is None:
            units[row.shares_number][row.variant_id] = row.n
        else:
            part = Part(SampleMoments(row.n, row.mean, row.m2), row.propensity, row.histogram)
            found[row.metric_id, row.variant_id].append(part)
    allocated = {each.pk: sum(n.get(each.pk, 0) for n in units.values()) for each in variants}
    samples = {
        metric.key: [Sample.of_parts(each.name, found[metric.pk, each.pk], allocated[each.pk]) for each in variants]
        for metric in metrics
    }
    days = (timezone.now() - experiment.started_at).days
    checks = [_sample_ratio(experiment, variants, units)]
    if experiment.minimum_days:
        checks.append(health.duration(days, experiment.minimum_days))
    longest = experiment.maximum_duration_days
    return Scores(samples, checks, longest is not None and days >= longest)


def _sample_ratio(experiment, variants, units):
    """Over the periods in which a bandit's shares stayed as they were; of other experiments there is one."""
    planned = [each.traffic_allocation for each in variants]
    shares = {0: planned}
    for row in experiment.shares.all():
        shares[row.number] = [row.shares[str(each.pk)] for each in variants]
    periods = [([n.get(each.pk, 0) for each in variants], shares[number]) for number, n in units.items()]
    counts = [sum(each) for each in zip(*(n for n, _shares in periods), strict=True)] or [0] * len(variants)
    return health.sample_ratios(counts, planned, sample_ratio.running_p_of_periods(periods))
