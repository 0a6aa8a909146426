"""Results of experiments over HTTP: pairs of cases with 100 stored looks, and traffic with 2,000,000 outcomes."""

from django.db import connection

from benchmarks import experiment_traffic, process_tree, seeds
from benchmarks.figures import Section, median, ms, percentile
from benchmarks.lists import Caller

METRICS = ("rouge_l", "rouge_1", "rouge_2", "bleu", "numeric_tolerance")
LOOKS = 100
SYSTEMS = ("model-a", "model-b")
OTHER_OUTPUTS = """
    INSERT INTO datasets_modeloutput (test_case_id, system_id, text, text_sha256)
    SELECT id, %s, answer, encode(sha256(convert_to(answer, 'UTF8')), 'hex')
    FROM datasets_testcase, concat(
        'About ', (row_index + row_index %% 2) %% 9, ' days after it has arrived, as a rule.'
    ) answer
    WHERE version_id = %s ORDER BY row_index
"""
# As an experiment that was looked at while its scores came in: n grows, and so do the figures' ends.
EARLIER_LOOKS = """
    INSERT INTO experiments_experimentlook (
        experiment_id, number, n, verdict, sentence, figures, data_fingerprint, code_version, looked_at
    )
    SELECT experiment_id, place, n * place / %s, verdict, sentence, figures, place::text, code_version,
           looked_at
    FROM experiments_experimentlook, generate_series(2, %s) place WHERE experiment_id = %s
"""


def run(site, *, quick):
    sizes, outcomes, rounds = ((300,), 30_000, 5) if quick else ((300, 10_000), 2_000_000, 50)
    section = Section("Pages of an experiment", "make bench ARGS='experiment_pages'")
    where = seeds.organization()
    [admin] = seeds.people(where, 1, role="admin")
    kinds = {f"{cases:,} pairs of cases": _on_cases(where, cases) for cases in sizes}
    kinds[f"{outcomes:,} outcomes of traffic"] = experiment_traffic.filled(where, outcomes)
    experiment_traffic.count(Section("", ""), kinds[f"{outcomes:,} outcomes of traffic"], outcomes)
    seeds.settle()
    site.prepare("collectstatic", "--noinput")
    server = site.serve()
    rows = []
    for name, experiment in kinds.items():
        _look_often(experiment)
        rows.append(
            _measured(section, Caller(server.port, admin), (server.pid, site.postgres), name, experiment, rounds)
        )
    section.text.append(
        f"{len(METRICS)} metrics of cases, scored by programs, and {len(experiment_traffic.METRICS)} of traffic, with"
        f" {LOOKS} stored looks each; every page {rounds} times, after 10 that are not counted. Times in ms."
    )
    section.table(
        ["experiment", "page", "p50", "p95", "CPU a view: web + database"], [line for lines in rows for line in lines]
    )
    return section


def _measured(section, caller, pids, name, experiment, rounds):
    page, lines, parts = f"/experiments/{experiment.pk}/", [], ("", "looks/", "what-if/")
    for part in parts * 10:
        caller.seconds(page + part)
    before = _memory(pids[0])
    for part in parts:
        spent = _cpu(pids)
        times = sorted(caller.seconds(page + part) for _round in range(rounds))
        spent = " + ".join(ms((now - then) / rounds) for now, then in zip(_cpu(pids), spent, strict=True))
        lines.append([name, part.strip("/") or "results", ms(median(times)), ms(percentile(times, 0.95)), spent])
        if not part:
            section.at_most(f"results of {name}, p95", percentile(times, 0.95) * 1000, 150, "ms")
    section.at_most(f"more memory after all pages of {name}", _memory(pids[0]) - before, 10, "MB")
    return lines


def _cpu(pids):
    return [process_tree.cpu_seconds(process_tree.tree(pid)) for pid in pids]


def _memory(pid):
    return sum(process_tree.pss_mb(each) for each in process_tree.tree(pid))


def _on_cases(where, cases):
    from datasets.actions.systems import SystemIds
    from experiments.evaluations.actions import steps
    from experiments.models import Evaluation
    from experiments.trials.actions import experiments
    from experiments.trials.actions.experiments import PlannedMetric

    version = seeds.version(where, cases)
    with connection.cursor() as cursor:
        cursor.execute(OTHER_OUTPUTS, [SystemIds(where.pk).of(SYSTEMS[1]), version.pk])
    made = experiments.create(
        organization=where,
        name=f"{cases:,} pairs",
        type="MODEL_COMPARISON",
        metrics=[PlannedMetric(key, "secondary" if place else "primary") for place, key in enumerate(METRICS)],
        variants_given=[
            {"name": name, "is_control": not place, "config": {"output_name": name}}
            for place, name in enumerate(SYSTEMS)
        ],
        dataset_version=version,
    )
    started = experiments.start(experiment=made)
    for variant in started.variants.all():
        while not Evaluation.objects.get(pk=variant.evaluation_id).has_ended:
            steps.work_next(pk=variant.evaluation_id)
    return started


def _look_often(experiment):
    """LOOKS looks, the newest of which has the data of now."""
    from experiments.trials.actions import looks

    looks.read(experiment)  # brings scipy, which no transaction has to wait for
    looks.look(experiment=experiment)
    with connection.cursor() as cursor:
        cursor.execute(EARLIER_LOOKS, [LOOKS, LOOKS - 1, experiment.pk])
    looks.look(experiment=experiment)
