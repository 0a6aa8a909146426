"""The file of the demo is what its code makes today."""

import subprocess
import sys

import pytest

from evalhub.demo import rows
from evalhub.local.paths import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def test_made_anew_it_has_as_many_rows(tmp_path):
    anew = tmp_path / "anew.zst"

    command = [sys.executable, "-m", "benchmarks.demo", str(anew)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-2000:]
    made, kept = rows.read(path=anew), rows.read()
    assert {table.name: table.columns for table in made.tables} == {table.name: table.columns for table in kept.tables}
    # On a busy machine some answers are written by themselves, and what chance draws behind them is another.
    counts = [[n for table in each.tables if (n := table.text.count("\n")) > 100] for each in (made, kept)]
    assert counts[0] == pytest.approx(counts[1], rel=0.02), "Run make demo."
    assert len(made.files) == len(kept.files)
