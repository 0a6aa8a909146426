"""Export of a task whose every item has three annotations: time to the finished file, and memory of the worker."""

from benchmarks import fresh, seeds
from benchmarks.figures import Section, median

FORMS = [(kind, format) for kind in ("ground_truth", "annotations") for format in ("JSONL", "CSV")]


def run(site, *, quick):
    items, rounds = (5_000, 1) if quick else (50_000, 3)
    where = seeds.organization()
    crowd = seeds.people(where, 8)
    task = seeds.task(seeds.version(where, items), items=items)
    seeds.annotations(task, by=crowd)
    seeds.settle()
    section = Section(f"Export of {items:,} items with 3 annotations each", "make bench ARGS='export'")
    rows = []
    for kind, format in FORMS:
        costs = [fresh.run(write, task.pk, kind, format) for _ in range(rounds)]
        seconds = median([cost.seconds for cost in costs])
        growth = max(cost.growth_mb for cost in costs)
        count, size = costs[0].result
        rows.append([kind, format, f"{seconds:.2f}", f"{count / seconds:,.0f}", f"{size / 1e6:.1f}", f"{growth:.0f}"])
        section.at_most(f"{kind} as {format}", seconds, 5, "s")
        section.at_most("growth of memory", growth, 100, "MB")
    section.text.append(f"The job as the worker runs it, from the claim to the finished file; medians of {rounds}.")
    section.table(["kind", "format", "seconds", "rows/s", "file MB", "growth MB"], rows)
    return section


def write(task_id, kind, format):
    """(rows, bytes) of the file that an export of the task wrote."""
    from annotations.exports.actions import jobs
    from annotations.models import AnnotationTask, ExportJob

    task = AnnotationTask.objects.select_related("organization").get(pk=task_id)
    jobs.request(task=task, kind=kind, format=format, by=None)
    job = ExportJob.objects.get(pk=jobs.run_next().pk)
    if job.state != "done":
        raise SystemExit(f"The export ended as {job.state}: {job.last_error}")
    return job.rows_written, job.size_bytes
