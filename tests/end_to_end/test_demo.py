"""The file of the demo is what its code makes today."""

import subprocess
import sys

import pytest

from evalhub.demo import rows
from evalhub.local.paths import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def test_made_anew_it_has_the_same_rows(tmp_path):
    anew = tmp_path / "anew.zst"

    command = [sys.executable, "-m", "benchmarks.demo", str(anew)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-2000:]
    made, kept = rows.read(path=anew), rows.read()
    differing = [table.name for table, known in zip(made.tables, kept.tables, strict=True) if table != known]
    assert not differing, "Run make demo."
    assert made.files == kept.files
