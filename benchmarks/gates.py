"""Gates that decide an evaluation as it ends, and outputs that are scored as they arrive, in one worker."""

import time

from benchmarks import seeds
from benchmarks.figures import Section

EXPRESSION = "exact_match.mean >= 0.0\nexact_match.mean lower >= 0.0\nexact_match.failed_share <= 1"
SCORERS = [{"metric": "contains", "parameters": {"text": "days"}}]
AT_ONCE = 500  # outputs of a request


def run(site, *, quick):
    outputs, gates, arriving = (200, 10, 500) if quick else (2_000, 200, 5_000)
    section = Section("Gates and online scoring", "make bench ARGS='gates'")
    where = seeds.organization()
    _decide(section, where, outputs, gates)
    _arrive(section, where, arriving)
    return section


def _decide(section, where, outputs, count):
    from experiments.evaluations.actions import evaluations
    from experiments.gates.actions import gates
    from experiments.gates.models import GateResult
    from experiments.gates.tasks import gates_due

    version = seeds.version(where, outputs)
    for number in range(count):
        gates.create(organization=where, name=f"Gate {number}", expression=EXPRESSION, dataset=version.dataset)
    _work(evaluations.create_batch(dataset_version=version, metrics=["exact_match"]))
    begun = time.perf_counter()
    while GateResult.objects.filter(organization=where).count() < count:
        gates_due()
    seconds = time.perf_counter() - begun
    what = f"{count} gates of three conditions decide an evaluation of {outputs:,} outputs"
    section.text.append(f"{what}: {seconds:.1f} s.")
    section.at_least(f"gates of {outputs:,} outputs decided", count / seconds, 10, "a second")


def _arrive(section, where, count):
    from datasets.actions import arrivals, datasets
    from experiments.evaluations.actions import evaluations, steps

    [admin] = seeds.people(where, 1, role="admin")
    dataset = datasets.create(organization=where, name="Arrivals", by=admin.annotator.user)
    version = datasets.open_version(dataset=dataset, by=admin.annotator.user)
    evaluation = evaluations.create_online(dataset_version=version, metrics=SCORERS, sampling={"rate": 1.0})
    rows = [
        {"input": f"Question {number}", "text": f"Within {number} working days.", "system": {"name": "answer"}}
        for number in range(count)
    ]
    begun = time.perf_counter()
    for start in range(0, count, AT_ONCE):
        arrivals.receive(version=version, rows=rows[start : start + AT_ONCE])
    scored = 0
    while scored < count:
        steps.work_next(pk=evaluation.pk)
        scored = evaluation.task.annotations.count()
    seconds = time.perf_counter() - begun
    what = f"{count:,} outputs in requests of {AT_ONCE}, from the first one to the last score"
    section.text.append(f"{what}: {seconds:.1f} s.")
    section.at_least("outputs received and scored", count / seconds, 300, "a second")


def _work(evaluation):
    from experiments.evaluations.actions import steps

    while not evaluation.has_ended:
        evaluation = steps.work_next(pk=evaluation.pk) or evaluation
        evaluation.refresh_from_db()
