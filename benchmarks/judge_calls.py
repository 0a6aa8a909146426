"""Direct judge calls: claimed, rendered, asked, read and stored, beside raw litellm and raw httpx in the same run."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks import seeds
from benchmarks.call_peers import most_memory
from benchmarks.figures import Section, ms, percentile
from evalhub.local.paths import ROOT

CONCURRENCY = 100
MODEL = "openai/fake"


@dataclass(frozen=True)
class Found:
    """What one way of calling took; `latencies` in seconds, none where the product does not tell them."""

    seconds: float
    cpu: float
    calls: int
    latencies: list
    megabytes: float

    @property
    def rate(self):
        return self.calls / self.seconds

    @property
    def cpu_ms(self):
        return self.cpu / self.calls * 1000


def run(site, *, quick):
    calls = 300 if quick else 10_000
    section = Section("Judge calls", "make bench ARGS='judge_calls'")
    with provider() as address:
        os.environ.update(OPENAI_API_BASE=f"{address}/v1", OPENAI_API_KEY="none")
        product = of_product(calls)
        body = json.dumps(one_call())
        found = {
            "product": product,
            "raw litellm": peer("litellm", address, calls, body),
            "raw httpx": peer("httpx", address, calls, body),
        }
    section.text.append(
        f"{calls:,} calls, {CONCURRENCY} at a time, to a local provider that answers after 50 ms. The product claims, "
        "renders, asks, reads, writes the ledger and stores the annotation; the others send the same call and read it."
    )
    section.table(
        ["client", "calls/s", "CPU ms per call", "p50 ms", "p95 ms", "MB"],
        [
            [name, f"{each.rate:.0f}", f"{each.cpu_ms:.2f}", *latencies(each), f"{each.megabytes:.0f}"]
            for name, each in found.items()
        ],
    )
    section.at_least("share of raw litellm's rate", 100 * product.rate / found["raw litellm"].rate, 60, "%")
    section.at_least("share of raw httpx's rate", 100 * product.rate / found["raw httpx"].rate, 45, "%")
    section.at_most("CPU per call", product.cpu_ms, 2, "ms")
    section.at_most("memory", product.megabytes, 300, "MB")
    section.at_most("growth of open files", product.files, 5, "")
    return section


def latencies(found):
    return [ms(percentile(found.latencies, share)) for share in (0.5, 0.95)]


@dataclass(frozen=True)
class OfProduct(Found):
    files: int


def of_product(calls):
    """The product's own run, its critic left out: one question is one call."""
    from reviews.engine.requests.actions.dispatcher import Dispatcher
    from reviews.engine.runs.actions import supervisor
    from reviews.models import LLMAttempt, LLMRequest
    from reviews.scorers.actions import annotators, task_runs

    where = seeds.organization()
    annotator = annotators.create(organization=where, model=MODEL)
    warm, measured = (seeds.task(seeds.version(where, rows), items=rows) for rows in (CONCURRENCY, calls))
    for task in (warm, measured):
        run = task_runs.start(task=task, annotator=annotator, policy={"min_batch_size": None}, by=None)
        run.stages.exclude(kind="score_gen").delete()
        while supervisor.advance(run):
            continue
        if task is warm:
            Dispatcher(concurrency=CONCURRENCY).run(600)
    files = open_files()
    before, started = time.process_time(), time.perf_counter()
    Dispatcher(concurrency=CONCURRENCY).run(3600)
    seconds, cpu = time.perf_counter() - started, time.process_time() - before
    done = LLMRequest.objects.filter(run=run, state="done")
    if done.count() != calls:
        reasons = set(LLMRequest.objects.filter(run=run).values_list("state", "last_error")[:5])
        raise SystemExit(f"Only {done.count()} of {calls} calls came through: {reasons}.")
    waited = [each / 1000 for each in LLMAttempt.objects.filter(request__run=run).values_list("latency_ms", flat=True)]
    return OfProduct(
        seconds=seconds, cpu=cpu, calls=calls, latencies=waited, files=open_files() - files, megabytes=most_memory()
    )


def one_call():
    """The body that the product sends, so that the others send the same."""
    from reviews.engine.client import completion
    from reviews.engine.requests.actions import calls as preparing
    from reviews.models import LLMRequest

    request = LLMRequest.objects.select_related("stage", "run__task").first()
    call = preparing.prepared([request])[request.pk].call
    return completion.form_of(call).body(call.messages)


def peer(name, address, calls, body):
    command = [sys.executable, "-m", "benchmarks.call_peers", name, address, str(calls), str(CONCURRENCY)]
    done = subprocess.run(command, cwd=ROOT, input=body, capture_output=True, text=True, check=True)
    return Found(**json.loads(done.stdout.splitlines()[-1]))


@contextmanager
def provider():
    """The address of a fake provider in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.fake_provider"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))
