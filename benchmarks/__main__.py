"""`make bench`: run the measurements and write what they found into docs/performance.md.

make bench                          everything
make bench ARGS='queue_http export' these only
make bench ARGS='--quick'           small sizes, one round, nothing written: does it all still run?
"""

import argparse
import importlib
import subprocess
import sys

import django

from benchmarks import page_text
from benchmarks.surroundings import surroundings
from evalhub.local.paths import ROOT

NAMES = [
    "queue_http",
    "next_item",
    "imports",
    "lists",
    "export",
    "client",
    "alpha",
    "judge_calls",
    "batch_rows",
    "supervisor_tick",
    "webhooks",
    "gates",
    "suite_plan",
    "answer_scorers",
    "evaluations",
    "experiment_figures",
    "experiment_traffic",
    "experiment_pages",
    "page",
    "start",
    "idle_memory",
]
# The first two start `make up` by themselves, the others no service.
ALONE = {"start", "idle_memory", "suite_plan", "answer_scorers", "experiment_figures"}


def main():
    parser = argparse.ArgumentParser(
        prog="make bench", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    unknown = sorted(set(chosen.names) - set(NAMES))
    if unknown:
        parser.error(f"There is no benchmark {unknown[0]!r}. Valid: {', '.join(NAMES)}.")
    names = chosen.names or NAMES
    if len(names) == 1:
        measure(names[0], quick=chosen.quick)
        return
    # A process of its own for each: settings are read once, and memory that was used once is not given back.
    command = [sys.executable, "-m", "benchmarks", *(["--quick"] if chosen.quick else [])]
    failed = [name for name in names if subprocess.run([*command, name], cwd=ROOT, check=False).returncode]
    if failed:
        sys.exit(f"Could not be measured: {', '.join(failed)}.")


def measure(name, *, quick):
    """One benchmark on database and servers of its own; what it found is printed, and stored unless it was quick."""
    print(f"== {name}", file=sys.stderr, flush=True)
    if name in ALONE:
        section = _module(name).run(None, quick=quick)
    else:
        with surroundings() as site:
            django.setup()
            section = _module(name).run(site, quick=quick)
    print(page_text.of(section), flush=True)
    if not quick:
        page_text.store(name, section)


def _module(name):
    return importlib.import_module(f"benchmarks.{name}")


if __name__ == "__main__":
    main()
