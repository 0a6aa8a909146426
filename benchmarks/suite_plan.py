"""Plans of large benchmark suites: seconds of computation, and how far the plan is above the bound."""

import random
import time

from benchmarks.figures import Section, median

WORKERS = 8


def run(_site, *, quick):
    from experiments.benchmarks.plan import plan

    section = Section("Plan of a benchmark suite", "make bench ARGS='suite_plan'")
    rows = []
    for count in (500,) if quick else (500, 5_000):
        for calls in (None, 64):
            tasks = suite(count)
            seconds = []
            for _round in range(3):
                began = time.perf_counter()
                found = plan(tasks, workers=WORKERS, calls=calls)
                seconds.append(time.perf_counter() - began)
            ratio = found.makespan / found.lower_bound
            rows.append([f"{count:,}", calls or "no limit", f"{median(seconds):.3f}", f"{ratio:.4f}"])
            section.at_most(f"plan of {count:,} tasks, calls {calls or 'without limit'}", median(seconds), 1, "s")
            if calls is None:
                section.at_most(f"makespan / bound, {count:,} tasks", ratio, 2 - 1 / WORKERS, "")
    section.text.append(f"Random suites with up to 3 needs a task, on {WORKERS} workers; medians of 3.")
    section.table(["tasks", "concurrent calls", "seconds", "makespan / lower bound"], rows)
    return section


def suite(count):
    """Tasks that need up to three of those before them, each with at most 16 concurrent calls."""
    from experiments.benchmarks.plan import PlanTask

    chance = random.Random(count)
    return [
        PlanTask(
            f"task-{place}",
            tuple({f"task-{chance.randrange(place)}" for _need in range(min(place, chance.randrange(4)))}),
            chance.randrange(120),
            chance.randrange(17),
        )
        for place in range(count)
    ]
