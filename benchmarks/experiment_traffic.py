"""Experiments on traffic with 2,000,000 outcomes, with fixed shares and as a bandit: counts, looks, results, pages."""

import time

from django.db import connection

from benchmarks import seeds
from benchmarks.experiment_figures import memory
from benchmarks.figures import Section, median, ms, percentile
from benchmarks.lists import Caller

METRICS = ("resolved", "seconds", "cost_usd")
CHANGES = 120  # of a bandit's shares
# Unit n has the shares of its period; the second variant's go from a half to nine tenths.
ALLOCATIONS = """
    INSERT INTO experiments_allocation (experiment_id, variant_id, unit, propensity, shares_number)
    SELECT %(experiment)s, (%(variants)s::uuid[])[1 + s.second], 'user-' || n,
           CASE s.second WHEN 1 THEN p.share ELSE 1 - p.share END, p.number
    FROM generate_series(1, %(units)s) n
    CROSS JOIN LATERAL (SELECT floor(%(changes)s * ln(n) / ln(%(units)s + 1))::int AS number) k
    CROSS JOIN LATERAL (SELECT k.number, 0.5 + 0.4 * k.number / %(most)s AS share) p
    CROSS JOIN LATERAL (SELECT (abs(hashint8extended(n, 7)) %% 10000 < 10000 * p.share)::int AS second) s
"""
# Of each unit a pass or fail, some seconds and a price, a little better in the second variant.
OUTCOMES = """
    INSERT INTO experiments_trafficoutcome (experiment_id, allocation_id, metric_id, value)
    SELECT a.experiment_id, a.id, m.id,
           CASE m.position WHEN 0 THEN ((h.hash %% 1000 < 500 + 5 * b.better)::int)::float8
                           WHEN 1 THEN 20 + h.hash %% 997 / 100.0 - 0.1 * b.better
                           ELSE 0.001 * (1 + h.hash %% 89) END
    FROM experiments_allocation a
    JOIN experiments_experimentmetric m ON m.experiment_id = a.experiment_id
    CROSS JOIN LATERAL (SELECT abs(hashint8extended(a.id, m.position)) AS hash) h
    CROSS JOIN LATERAL (SELECT (a.variant_id = %(better)s)::int AS better) b
    WHERE a.experiment_id = %(experiment)s ORDER BY a.id
"""


def run(site, *, quick):
    outcomes, rounds = (30_000, 5) if quick else (2_000_000, 100)
    section = Section("Results of an experiment on traffic", "make bench ARGS='experiment_traffic'")
    where = seeds.organization()
    [admin] = seeds.people(where, 1, role="admin")
    found = [
        filled(where, outcomes),
        filled(where, outcomes, name="A bandit", type="MULTI_ARM_BANDIT", changes=CHANGES),
    ]
    seeds.settle()
    for experiment in found:
        count(section, experiment, outcomes)
        _look(section, experiment, rounds)
    site.prepare("collectstatic", "--noinput")
    caller = Caller(site.serve().port, admin)
    for experiment in found:
        for what, url in (("results over HTTP", f"/v1/experiments/{experiment.pk}/results"),
                          ("page of results", f"/experiments/{experiment.pk}/")):  # fmt: skip
            times = sorted([caller.seconds(url) for _round in range(rounds + 1)][1:])
            section.text.append(f"{experiment.name}, {what}: {ms(median(times))} ms (median of {rounds}).")
            section.at_most(f"{experiment.name}, {what}, p95", percentile(times, 0.95) * 1000, 150, "ms")
    return section


def filled(where, outcomes, *, name="Fixed shares", type="AB_TEST", changes=0):
    from experiments.trials.actions import experiments
    from experiments.trials.actions.experiments import PlannedMetric

    made = experiments.create(
        organization=where,
        name=name,
        type=type,
        metrics=[PlannedMetric(key, "secondary" if place else "primary") for place, key in enumerate(METRICS)],
        variants_given=[{"name": "old", "is_control": True}, {"name": "new"}],
    )
    experiments.start(experiment=made)
    variants = [each.pk for each in made.variants.all()]
    units = outcomes // len(METRICS)
    facts = {"experiment": made.pk, "variants": variants, "better": variants[1], "units": units}
    facts |= {"changes": changes, "most": max(changes, 1)}
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(ALLOCATIONS, facts)
        cursor.execute(OUTCOMES, facts)
        cursor.execute("SET session_replication_role = DEFAULT")
    _change_shares(made, variants, units, changes)
    made.refresh_from_db()
    return made


def _change_shares(experiment, variants, units, changes):
    from experiments.models import VariantShares

    first, second = map(str, variants)
    VariantShares.objects.bulk_create(
        VariantShares(
            experiment=experiment,
            number=number,
            n=int((units + 1) ** (number / changes)),
            seed=number,
            shares={first: 0.5 - 0.4 * number / changes, second: 0.5 + 0.4 * number / changes},
            posteriors={each: {"mean": 0.5, "error": 0.01, "chance": 0.5} for each in (first, second)},
        )
        for number in range(1, changes)
    )


def count(section, experiment, outcomes):
    from experiments.trials.actions import traffic_counts

    blocks, began = [], time.perf_counter()
    while traffic_counts.count(experiment=experiment):
        blocks.append(time.perf_counter() - began - sum(blocks))
    section.text.append(
        f"{experiment.name}: {outcomes:,} outcomes of {len(METRICS)} metrics, counted for the first time by a sweep in"
        f" {len(blocks)} blocks of at most {traffic_counts.BLOCK:,}: {sum(blocks):.1f} s, the slowest block"
        f" {max(blocks):.2f} s, in which nobody writes outcomes."
    )


def _look(section, experiment, rounds):
    from evalhub.lib import strict_json
    from experiments.trials.actions import looks
    from experiments.trials.analysis import figures

    def decided():
        return strict_json.dumps(figures.as_json(figures.compute(*looks.read(experiment))))

    first, times, before, same = decided(), [], memory(), True
    for _round in range(rounds):
        began = time.perf_counter()
        same = decided() == first and same
        times.append(time.perf_counter() - began)
    section.text.append(
        f"{experiment.name}, a look, from the summaries to all figures: {ms(median(times))} ms (median of"
        f" {rounds}, the slowest {ms(max(times))} ms)."
    )
    section.at_most(f"{experiment.name}, a look, median", median(times) * 1000, 50, "ms")
    section.at_most(f"{experiment.name}, more memory after all looks", (memory() - before) / 1024, 1, "MB")
    section.at_least(f"{experiment.name}, looks with the same bytes", 1 if same else 0, 1, "")
