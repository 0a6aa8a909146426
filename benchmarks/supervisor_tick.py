"""A look of the supervisor at one live run, beside an empty ledger and beside a million settled requests."""

import os
import time
from dataclasses import dataclass

from django.db import connection

from benchmarks import seeds
from benchmarks.figures import Section, median, ms

MODEL = "openai/fake"
ENDED_RUNS = 20
WAITING = 1_000
ROUNDS = 40
# Ended requests as the ledger keeps them; a result instead of an annotation saves writing a million of those.
SETTLED = """
    INSERT INTO reviews_llmrequest (
        run_id, stage_id, target, item_id, request_version, replaced, state, attempts, lease_owner, last_error,
        error_class, error_message, result, created_at, finished_at
    )
    SELECT s.run_id, s.id, i.id, i.id, 1, false, 'done', 1, 'worker:1:1', '', '', '', i.id, now(), now()
    FROM reviews_runstage s JOIN annotations_taskitem i ON i.task_id = %(task)s
    WHERE s.run_id = %(run)s AND s.position = 0 ORDER BY i.id
"""
ENDED = """
    UPDATE reviews_runstage SET status = 'done', filled_to = (SELECT max(id) FROM annotations_taskitem)
    WHERE run_id = ANY(%s)
"""
# So many of the live run's own questions about targets of which nothing but their numbers is looked at.
SETTLED_OF_LIVE = """
    INSERT INTO reviews_llmrequest (
        run_id, stage_id, target, request_version, replaced, state, attempts, lease_owner, last_error, error_class,
        error_message, result, created_at, finished_at
    )
    SELECT s.run_id, s.id, -n, 1, false, 'done', 1, 'worker:1:1', '', '', '', n, now(), now()
    FROM reviews_runstage s CROSS JOIN generate_series(1, %(count)s) n
    WHERE s.run_id = %(run)s AND s.position = 0
"""


@dataclass(frozen=True)
class Measurement:
    """Median seconds and statements of the supervisor's tick, and of all that a sweep does beside it."""

    tick: float
    tick_statements: int
    sweep: float
    sweep_statements: int


def run(site, *, quick):
    items = 500 if quick else 50_000
    where = seeds.organization()
    version = seeds.version(where, max(items, WAITING))
    live = started(where, seeds.task(version, items=WAITING), 0)
    seeds.settle()
    looks = {"nothing": look()}
    task = seeds.task(version, items=items)
    settle_all([started(where, task, number) for number in range(ENDED_RUNS)], task)
    count = items * ENDED_RUNS
    looks[f"{count:,} of {ENDED_RUNS} ended runs"] = look()
    execute(SETTLED_OF_LIVE, {"run": live.pk, "count": count})
    seeds.settle()
    looks[f"as many, and {count:,} of the live run itself"] = look()
    return report(looks)


def report(looks):
    section = Section("A tick of the supervisor", "make bench ARGS='supervisor_tick'")
    section.text.append(
        f"One live run with {WAITING:,} requests that wait. The tick brings runs forward; the sweep around it ends what"
        " was cancelled, looks which stages have requests to be asked, and which provider batches are due. Medians of"
        f" {ROUNDS}."
    )
    section.table(
        ["settled requests in the ledger", "tick ms", "statements", "rest of the sweep ms", "statements"],
        [
            [name, ms(each.tick), each.tick_statements, ms(each.sweep), each.sweep_statements]
            for name, each in looks.items()
        ],
    )
    empty, *full = looks.values()
    section.at_most("tick, against the empty ledger", max(each.tick for each in full) / empty.tick, 2, "x")
    section.at_most(
        "its statements, more than there", max(each.tick_statements for each in full) - empty.tick_statements, 0, ""
    )
    section.at_most(
        "rest of the sweep, against the empty ledger", max(each.sweep for each in full) / empty.sweep, 2, "x"
    )
    section.at_most(
        "its statements, more than there", max(each.sweep_statements for each in full) - empty.sweep_statements, 0, ""
    )
    return section


def started(where, task, number):
    """A run by an annotator of its own, whose requests are made."""
    from reviews.engine.runs.actions import supervisor
    from reviews.scorers.actions import annotators, task_runs

    os.environ.setdefault("OPENAI_API_KEY", "none")
    annotator = annotators.create(organization=where, model=MODEL, parameters={"temperature": number / 100})
    begun = task_runs.start(task=task, annotator=annotator, by=None)
    while supervisor.advance(begun):
        continue
    return begun


def settle_all(runs, task):
    """Runs that are through, with a settled request for each item of the task."""
    from reviews.models import EvaluationRun, LLMRequest

    pks = [run.pk for run in runs]
    LLMRequest.objects.filter(run__in=pks).delete()
    for pk in pks:
        execute(SETTLED, {"run": pk, "task": task.pk})
    execute(ENDED, [pks])
    EvaluationRun.objects.filter(pk__in=pks).update(status="completed")
    seeds.settle()


def look():
    """The Measurement of the ledger as it is."""
    from reviews.engine.batches.actions import steps
    from reviews.engine.requests.actions import due_requests
    from reviews.engine.runs.actions import controls as runs
    from reviews.engine.runs.actions import supervisor

    def rest():
        runs.end_cancelled()
        due_requests.stages_due()
        steps.tick()

    return Measurement(*measured(supervisor.RUNS.round), *measured(rest))


def measured(work):
    """(median seconds, statements) of doing it once; the first time is a warm-up, and counts the statements."""
    sent = []

    def note(execute, sql, params, many, context):
        sent.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        work()
    durations = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        durations.append(time.perf_counter() - begun)
    return median(durations), len(sent)


def execute(statement, values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
