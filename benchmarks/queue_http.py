"""The queue over HTTP: claim, autosave and submit+next by 1, 8 and 32 annotators, on tasks of three sizes."""

import json
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass

from django.db import connection

from benchmarks import bare_views, process_tree, seeds
from benchmarks.figures import Section, median, ms, percentile
from benchmarks.statements import statements_of_a_pair
from evalhub.local.paths import ROOT

CROWDS = (1, 8, 32)
BARE = "bare view"
OVER_THE_OVERLAP = """
    SELECT count(*) FROM (
        SELECT item_id FROM annotations_annotation WHERE withdrawn_at IS NULL AND superseded_at IS NULL
        GROUP BY item_id HAVING count(*) > 3
    ) crowded
"""
MISCOUNTED = """
    SELECT count(*) FROM annotations_taskitem i
    JOIN (SELECT item_id, count(*) AS taken FROM annotations_assignment WHERE state IN ('leased', 'submitted')
          GROUP BY item_id) a ON a.item_id = i.id
    WHERE i.open_slots <> 3 - a.taken
"""


@dataclass(frozen=True)
class Size:
    """How long and how often is measured, and on tasks of how many items."""

    items: tuple
    seconds: float
    rounds: int


FULL = Size(items=(10_000, 50_000, 1_000_000), seconds=4, rounds=5)
QUICK = Size(items=(5_000, 10_000), seconds=1.5, rounds=1)


@dataclass(frozen=True)
class Run:
    """One crowd at work for some seconds: durations in seconds by kind of request, CPU seconds of both servers."""

    seconds: float
    durations: dict
    web_cpu: float
    database_cpu: float

    def rate(self, kind):
        return len(self.durations[kind]) / self.seconds

    def at(self, kind, share):
        return percentile(self.durations[kind], share)


def run(site, *, quick):
    size = QUICK if quick else FULL
    where = seeds.organization()
    crowd = seeds.people(where, max(CROWDS))
    version = seeds.version(where, max(size.items))
    tasks = {items: seeds.task(version, items=items) for items in size.items}
    with connection.cursor() as cursor:
        cursor.execute(bare_views.TABLES)
    seeds.settle()
    section = Section("Queue over HTTP", "make bench ARGS='queue_http'")
    section.at_most("SQL statements of one submit+next", statements_of_a_pair(tasks[size.items[0]], crowd[0]), 5, "")
    loads = {
        "product": Load(site.serve(), site.postgres),
        BARE: Load(site.serve("benchmarks.bare_settings"), site.postgres),
    }
    found = measured(size, loads, tasks, crowd)
    report(section, size, found)
    check(section)
    return section


class Load:
    """Sends load to one server from a process of its own."""

    def __init__(self, server, postgres):
        self._server = server
        self._postgres = postgres

    def run(self, scenario, seconds, callers):
        """The Run; it stops the benchmark when any request failed."""
        plan = {"port": self._server.port, "scenario": scenario, "seconds": seconds, "callers": callers}
        command = [sys.executable, "-m", "benchmarks.load"]
        web, database = self._cpu(self._server.pid), self._cpu(self._postgres)
        answer = subprocess.run(command, input=json.dumps(plan), capture_output=True, text=True, cwd=ROOT, check=True)
        found = json.loads(answer.stdout)
        if found["errors"]:
            raise SystemExit(f"{len(found['errors'])} callers of {scenario} failed: {found['errors'][0]}")
        return Run(
            seconds=found["seconds"],
            durations=found["durations"],
            web_cpu=self._cpu(self._server.pid) - web,
            database_cpu=self._cpu(self._postgres) - database,
        )

    def _cpu(self, pid):
        return process_tree.cpu_seconds(process_tree.tree(pid))


def measured(size, loads, tasks, crowd):
    """{(scenario, items, crowd): [Run]}; everything is measured in turn in every round, so that noise meets all."""
    found = defaultdict(list)
    product, bare = loads["product"], loads[BARE]
    for _ in range(2):  # the first requests of each thread import and connect
        product.run("pairs", 1, _callers(tasks[size.items[0]], crowd[:8]))
        bare.run("bare", 1, _callers(tasks[size.items[0]], crowd[:8]))
    for number in range(size.rounds):
        for count in CROWDS:
            callers = [{"number": place} for place in range(count)]
            found["pairs", BARE, count].append(bare.run("bare", size.seconds, callers))
            for items, task in tasks.items():
                run = product.run("pairs", size.seconds, _callers(task, crowd[:count]))
                found["pairs", items, count].append(run)
                print(f"round {number + 1}: {items:,} items, {count}: {run.rate('pair'):.0f} pairs/s", file=sys.stderr)
        for count in CROWDS:
            callers = _callers(tasks[size.items[-1]], crowd[:count])
            found["drafts", size.items[-1], count].append(product.run("drafts", size.seconds / 2, callers))
    return found


def _callers(task, people):
    return [{"task": str(task.pk), "key": person.key, "number": number} for number, person in enumerate(people)]


def report(section, size, found):
    """Medians over the rounds; ratios are taken within a round."""
    section.text.append(
        f"Medians of {size.rounds} rounds of {size.seconds:g} s, no think time. A pair is two requests: the answer and"
        " the next item. The bare view is the same two requests on Django, REST framework, pool and server alike, with"
        " one compare-and-swap, one insert and one outbox insert, without sign-in, checks or history"
        " (benchmarks/bare_views.py). Times in ms."
    )
    rows = []
    for (scenario, items, count), runs in sorted(found.items(), key=lambda pair: (pair[0][0] == "drafts", pair[0][2])):
        if scenario == "pairs":
            rows.append(_pair_row(items, count, runs, found["pairs", BARE, count]))
    section.table(
        [
            "items",
            "annotators",
            "pairs/s",
            "of bare view",
            "pair p50",
            "pair p95",
            "submit p50",
            "submit p95",
            "claim p50",
            "claim p95",
            "CPU a pair: web + database",
        ],
        rows,
    )
    drafts = [(count, found["drafts", size.items[-1], count]) for count in CROWDS]
    section.table(
        ["annotators", "autosaves/s", "p50", "p95"],
        [
            [
                count,
                f"{median([run.rate('draft') for run in runs]):.0f}",
                *(_at(runs, "draft", at) for at in (0.5, 0.95)),
            ]
            for count, runs in drafts
        ],
    )
    targets(section, size, found)


def _pair_row(items, count, runs, bare):
    share = median([run.rate("pair") / other.rate("pair") for run, other in zip(runs, bare, strict=True)])
    return [
        f"{items:,}" if isinstance(items, int) else items,
        count,
        f"{median([run.rate('pair') for run in runs]):.0f}",
        f"{share:.0%}",
        *(_at(runs, kind, at) for kind in ("pair", "submit", "next") for at in (0.5, 0.95)),
        " + ".join(ms(cpu) for cpu in _cpu_a_pair(runs)),
    ]


def _cpu_a_pair(runs):
    """CPU seconds of a pair: of web and of the database, each the median of the runs."""
    return [
        median([getattr(run, which) / len(run.durations["pair"]) for run in runs])
        for which in ("web_cpu", "database_cpu")
    ]


def _at(runs, kind, share):
    return ms(median([run.at(kind, share) for run in runs]))


def targets(section, size, found):
    middle, largest, smallest = size.items[-2], size.items[-1], size.items[0]
    at_8, at_32 = found["pairs", middle, 8], found["pairs", middle, 32]
    rate = median([run.rate("pair") for run in at_8])
    bare = found["pairs", BARE, 8]
    share = median([run.rate("pair") / other.rate("pair") for run, other in zip(at_8, bare, strict=True)])
    p95 = median([run.at("pair", 0.95) for run in at_8]) * 1000
    p95_32 = median([run.at("pair", 0.95) for run in at_32]) * 1000
    large = zip(found["pairs", largest, 8], found["pairs", smallest, 8], strict=True)
    loss = 1 - median([run.rate("pair") / other.rate("pair") for run, other in large])
    kept = median([run.rate("pair") / other.rate("pair") for run, other in zip(at_32, at_8, strict=True)])
    claim = median([run.at("next", 0.95) for run in at_8]) * 1000
    section.at_least(f"submit+next, 8 annotators, {middle:,} items", rate, 300, "pairs/s")
    section.at_least("the same as a share of the bare view", share * 100, 45, "%")
    section.at_most("CPU of web and database a pair at 8", sum(_cpu_a_pair(at_8)) * 1000, 5.5, "ms")
    section.at_most("p95 of the pair at 8", p95, 80, "ms")
    section.at_most("p95 of the pair at 32", p95_32, 320, "ms")
    section.at_least("rate at 32 as a share of the rate at 8", kept * 100, 95, "%")
    section.at_most(f"loss from {smallest:,} to {largest:,} items at 8", loss * 100, 15, "%")
    section.at_most("p95 of the claim at 8", claim, 50, "ms")


def check(section):
    """After all that load: nothing was handed out too often, and every place is accounted for."""
    with connection.cursor() as cursor:
        for what, query in (("items over the overlap", OVER_THE_OVERLAP), ("items with a wrong count", MISCOUNTED)):
            cursor.execute(query)
            section.at_most(what, cursor.fetchone()[0], 0, "")
