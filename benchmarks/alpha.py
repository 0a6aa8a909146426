"""Krippendorff's alpha with its exact interval, read from the database by the product's own path."""

import time
from dataclasses import dataclass

from benchmarks import fresh, seeds
from benchmarks.figures import Section, median

WORKED = ("annotations.agreement.actions.snapshots",)  # of a worker that has computed before
ANNOTATORS = 500
SMALL = (100, 3)  # a task on which a process computes once before it is measured, so that every plug-in is loaded
POINTS = ("1", "2", "3", "4", "5")


def run(site, *, quick):
    rounds, sizes = (1, [(20_000, 3), (2_000, 5)]) if quick else (3, [(1_000_000, 3), (20_000, 5)])
    where = seeds.organization()
    crowd = seeds.people(where, ANNOTATORS)
    section = Section("Agreement from the database", "make bench ARGS='alpha'")
    tasks = {}
    for items, overlap in (*sizes, SMALL):
        task = seeds.task(seeds.version(where, items), items=items, overlap=overlap, form=seeds.QUALITY)
        seeds.annotations(task, by=crowd, overlap=overlap, values=POINTS, lowest=1)
        tasks[items, overlap] = task
    seeds.settle()
    rows = []
    small = tasks.pop(SMALL).pk
    for (items, overlap), task in tasks.items():
        head = [fresh.run(timed, headline, task.pk, small, loaded=WORKED) for _ in range(rounds)]
        whole = fresh.run(timed, compute, task.pk, small, loaded=WORKED)
        again = fresh.run(timed, compute, task.pk, small, loaded=WORKED)
        name = f"{items:,} x {overlap}"
        results = [cost.result.result for cost in head]
        if len(set(map(repr, results))) != 1:
            raise SystemExit(f"{name}: a repeat gave another result: {results}")
        value, low, high = results[0]
        seconds = median([cost.result.seconds for cost in head])
        growth = max(cost.growth_mb for cost in head)
        rows.append(
            [
                name,
                f"{value:.4f} ({low:.4f} to {high:.4f})",
                f"{seconds:.3f}",
                f"{growth:.0f}",
                f"{whole.result.seconds:.2f}",
                f"{whole.growth_mb:.0f}",
                f"{again.result.seconds:.2f}",
            ]
        )
        is_large = items >= 1_000_000
        section.at_most(f"alpha with interval, {name}", seconds, 3 if is_large else 0.05, "s")
        section.at_most(f"growth of memory, {name}", growth, 300, "MB")
        if is_large:
            section.at_most(f"whole computation, {name}", whole.result.seconds, 15, "s")
        section.at_most(f"growth of memory in the whole computation, {name}", whole.growth_mb, 300, "MB")
    section.text.append(
        "The headline is what a page shows for a question: alpha of all labels with the interval of 2,000 item"
        f" resamples, ordinal, 5 points, {ANNOTATORS} annotators; medians of {rounds}, every repeat equal to the last"
        " digit. The whole computation has three scopes with three measures each, pairs of annotators, disagreement per"
        " item and consensus into ground truth, all of it for the first time; again: when nothing has changed since."
    )
    section.table(["labels", "alpha", "headline s", "growth MB", "whole computation s", "growth MB", "again s"], rows)
    return section


@dataclass(frozen=True)
class Timed:
    result: object
    seconds: float


def timed(function, task_id, small_id):
    """The Timed of a function on a task, in a process that has just done the same on a small one."""
    function(small_id)
    begun = time.perf_counter()
    return Timed(function(task_id), time.perf_counter() - begun)


def headline(task_id):
    """(alpha, low, high) of all answers to a task's question, counted into patterns by Postgres."""
    from annotations.agreement.actions import label_queries
    from annotations.agreement.metrics import registry
    from annotations.labels.measures import measured
    from annotations.models import AnnotationTask, Question

    task = AnnotationTask.objects.get(pk=task_id)
    question = Question.objects.get(schema_version=task.schema_version_id)
    declared = measured(question)
    keys = list(label_queries.panel_of(task).keys)
    patterns = label_queries.read_patterns(
        question=question, task=task, keys=keys, domain=declared.domain, is_everyone=True
    )
    estimate = registry["krippendorff_alpha"](patterns, level=declared.level)
    return estimate.value, estimate.low, estimate.high


def compute(task_id):
    """Everything that a worker does when a task's labels have changed."""
    from annotations.agreement.actions import snapshots
    from annotations.models import AnnotationTask

    return snapshots.compute(task=AnnotationTask.objects.get(pk=task_id))
