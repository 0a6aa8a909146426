"""An experiment on traffic with 2,000,000 outcomes: counting them, a look, and the results over HTTP."""

import time

from django.db import connection

from benchmarks import seeds
from benchmarks.experiment_figures import memory
from benchmarks.figures import Section, median, ms, percentile
from benchmarks.lists import Caller

METRICS = ("resolved", "seconds", "cost_usd")
ALLOCATIONS = """
    INSERT INTO experiments_allocation (experiment_id, variant_id, unit, propensity, shares_number)
    SELECT %(experiment)s, (%(variants)s::uuid[])[1 + n %% 2], 'user-' || n, 0.5, 0
    FROM generate_series(1, %(units)s) n
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
    experiment = filled(where, outcomes)
    seeds.settle()
    count(section, experiment, outcomes)
    _look(section, experiment, rounds, outcomes)
    site.prepare("collectstatic", "--noinput")
    caller, url = Caller(site.serve().port, admin), f"/v1/experiments/{experiment.pk}/results"
    times = sorted([caller.seconds(url) for _round in range(rounds + 1)][1:])
    section.text.append(f"The results over HTTP: {ms(median(times))} ms (median of {rounds}).")
    section.at_most("results over HTTP, p95", percentile(times, 0.95) * 1000, 150, "ms")
    return section


def filled(where, outcomes):
    from experiments.trials.actions import experiments
    from experiments.trials.actions.experiments import PlannedMetric

    made = experiments.create(
        organization=where,
        name="Checkout",
        type="AB_TEST",
        metrics=[PlannedMetric(key, "secondary" if place else "primary") for place, key in enumerate(METRICS)],
        variants_given=[{"name": "old", "is_control": True}, {"name": "new"}],
    )
    experiments.start(experiment=made)
    variants = [each.pk for each in made.variants.all()]
    facts = {"experiment": made.pk, "variants": variants, "better": variants[1], "units": outcomes // len(METRICS)}
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(ALLOCATIONS, facts)
        cursor.execute(OUTCOMES, facts)
        cursor.execute("SET session_replication_role = DEFAULT")
    made.refresh_from_db()
    return made


def count(section, experiment, outcomes):
    from experiments.trials.actions import traffic_counts

    blocks, began = [], time.perf_counter()
    while traffic_counts.count(experiment=experiment):
        blocks.append(time.perf_counter() - began - sum(blocks))
    section.text.append(
        f"{outcomes:,} outcomes of {len(METRICS)} metrics, counted for the first time by a sweep: {len(blocks)} blocks"
        f" of at most {traffic_counts.BLOCK:,}: {sum(blocks):.1f} s, the slowest block {max(blocks):.2f} s, in which"
        " nobody writes outcomes."
    )


def _look(section, experiment, rounds, outcomes):
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
        f"A look, from the summaries to all figures: {ms(median(times))} ms (median of {rounds}, the slowest"
        f" {ms(max(times))} ms)."
    )
    section.at_most(f"a look at {outcomes:,} outcomes, median", median(times) * 1000, 50, "ms")
    section.at_most("more memory after all looks", (memory() - before) / 1024, 1, "MB")
    section.at_least("looks with the same bytes", 1 if same else 0, 1, "")
