"""Import of test cases beside two ways of loading the same file by hand; see import_cases.py."""

import json
import os
import subprocess
import sys

from benchmarks.figures import Section
from evalhub.local.paths import ROOT

WAYS = {
    "product": "the product, with validation, indexes and foreign keys",
    "temp": "parsed and checked into a temporary table, then ON CONFLICT",
    "raw": "ready lines by COPY",
}


def run(site, *, quick):
    found = _measure(50_000 if quick else 1_000_000)
    smaller = _measure(10_000 if quick else 100_000)
    section = Section(f"Import of {found['rows']:,} test cases", "make bench ARGS='imports'")
    section.table(
        ["way", "rows/s", "seconds", "client CPU s", "Postgres CPU s", "memory MB"],
        [
            [
                words,
                f"{found[way]['rows_per_second']:,}",
                found[way]["seconds"],
                found[way]["client_cpu"],
                found[way]["server_cpu"],
                found[way]["rss_mb"],
            ]
            for way, words in WAYS.items()
        ],
    )
    growth = found["product"]["rss_mb"] - smaller["product"]["rss_mb"]
    section.at_least("of the speed of the temporary table", found["product_to_temp"] * 100, 75, "%")
    section.at_most("memory of the process", found["product"]["rss_mb"], 150, "MB")
    section.at_most(f"more memory than for {smaller['rows']:,} rows", growth, 10, "MB")
    return section


def _measure(rows):
    command = [sys.executable, str(ROOT / "benchmarks" / "import_cases.py"), str(rows)]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=os.environ, check=False)
    if answer.returncode:
        raise SystemExit(f"import_cases.py failed:\n{answer.stderr[-2000:]}")
    return json.loads(answer.stdout)
