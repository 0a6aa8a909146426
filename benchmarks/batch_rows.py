"""A provider batch of 50,000 requests: built, submitted and applied, and the memory of the worker beside 5,000."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks import fresh, seeds
from benchmarks.call_peers import most_memory
from benchmarks.figures import Section
from evalhub.local.paths import ROOT

MODEL = "openai/gpt-4o-mini"  # one with a price, so that money is held and released
LOADED = ("reviews.engine.tasks", "litellm")
MOST_BYTES = 1_000_000_000  # OpenAI takes 200 MB, and 50,000 of these rows are 212
MOST_STEPS = 200


@dataclass(frozen=True)
class Way:
    """Seconds of each part of one batch's way, CPU seconds until it was sent and from its end on, and MB at most."""

    rows: int
    built: float
    submitted: float
    applied: float
    cpu_of_sending: float
    cpu_of_applying: float
    megabytes: float


def run(site, *, quick):
    sizes = (300, 3_000) if quick else (5_000, 50_000)
    os.environ.update(EVALHUB_BATCH_ROWS=str(sizes[-1]), EVALHUB_BATCH_BYTES=str(MOST_BYTES))
    with provider() as address:
        os.environ.update(OPENAI_API_BASE=f"{address}/v1", OPENAI_API_KEY="none")
        few, many = (fresh.run(go, run_id, loaded=LOADED).result for run_id in prepared(sizes))
    return report(few, many)


def report(few, many):
    section = Section(f"A provider batch of {many.rows:,} requests", "make bench ARGS='batch_rows'")
    section.text.append(
        "One batch, one worker, a local provider. Built: requests taken, rendered and written to a file;"
        " submitted: sent, and the provider's name for it noted; applied: results fetched and read, written into the"
        f" ledger and stored as annotations. The worker's CPU time is {milliseconds(many.cpu_of_sending, many)} ms per"
        f" row up to the provider's answer and {milliseconds(many.cpu_of_applying, many)} ms from the batch's end on;"
        f" its memory is {few.megabytes:.0f} MB at most with {few.rows:,} rows, {many.megabytes:.0f} MB with"
        f" {many.rows:,}."
    )
    parts = {"built": 500, "submitted": 2000, "applied": 100}
    section.table(
        ["rows/s", *parts],
        [[f"{way.rows:,} rows", *(f"{way.rows / getattr(way, part):,.0f}" for part in parts)] for way in (few, many)],
    )
    for part, wanted in parts.items():
        section.at_least(part, many.rows / getattr(many, part), wanted, "rows/s")
    section.at_most(f"more memory than for {few.rows:,} rows", many.megabytes - few.megabytes, 50, "MB")
    return section


def milliseconds(seconds, way):
    return f"{seconds / way.rows * 1000:.2f}"


def prepared(sizes):
    """Ids of runs with so many due requests, without critics."""
    from reviews.engine.runs.actions import supervisor
    from reviews.scorers.actions import annotators, task_runs

    where = seeds.organization()
    annotator = annotators.create(organization=where, model=MODEL)
    made = []
    for rows in sizes:
        task = seeds.task(seeds.version(where, rows), items=rows)
        run = task_runs.start(task=task, annotator=annotator, policy={"min_batch_size": 2}, by=None)
        run.stages.exclude(kind="score_gen").delete()
        while supervisor.advance(run):
            continue
        made.append(run.pk)
    seeds.settle()
    return made


def go(run_id):
    """The Way of one batch of all of the run's requests, in this process."""
    from reviews.engine.batches.actions import drafts
    from reviews.engine.batches.actions.connections import adapter_of
    from reviews.engine.batches.adapters.base import Limits
    from reviews.models import EvaluationRun

    adapter_of(MODEL).limits = Limits(rows=50_000, bytes=MOST_BYTES)
    run = EvaluationRun.objects.get(pk=run_id)
    begun, at_first = time.time(), time.process_time()
    batch = drafts.form(run.stages.select_related("run").get())
    take_a_step(batch)
    sent = time.process_time()
    for _ in range(MOST_STEPS):
        if batch.status == "reconciled":
            break
        take_a_step(batch)
    done = run.requests.filter(state="done").count()
    if done != batch.n_rows or done != run.requests.count():
        raise SystemExit(f"Only {done} rows came through. The batch is {batch.status}: {batch.reason!r}.")
    return Way(
        rows=done,
        built=batch.submitting_at.timestamp() - begun,
        submitted=(batch.submitted_at - batch.submitting_at).total_seconds(),
        applied=time.time() - batch.ended_at.timestamp(),
        cpu_of_sending=sent - at_first,
        cpu_of_applying=time.process_time() - sent,
        megabytes=most_memory(),
    )


def take_a_step(batch):
    """The next step of the batch, without the wait that the provider is owed."""
    from django.conf import settings

    from reviews.engine.batches.actions import steps
    from reviews.models import LLMBatch

    LLMBatch.objects.filter(pk=batch.pk).update(next_poll_at=None)
    steps.drive(LLMBatch.objects.filter(pk=batch.pk).claim(seconds=settings.BATCH_LEASE_SECONDS))
    batch.refresh_from_db()


@contextmanager
def provider():
    """The address of a fake provider in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.fake_batches"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()
