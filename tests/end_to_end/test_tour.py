"""The script that the README sends a newcomer to, run as written."""

import os
import subprocess
import sys

import httpx
import krippendorff
import numpy as np
import pytest

from evalhub.local.places import ROOT
from tests.end_to_end.stack import Stack, labels_of, ok

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200), pytest.mark.xdist_group("tour")]
ROLES = {"BOSS": "admin", "ONE": "annotator", "TWO": "annotator"}


@pytest.fixture(scope="module")
def stack():
    running = Stack()
    yield running
    running.end()


def test_the_tour_of_the_api_ends_with_ground_truth(stack):
    keys = {name: stack.secret(f"{name.lower()}@tour.example", role) for name, role in ROLES.items()}

    command = [sys.executable, "docs/api_tour.py", stack.url]
    environment = os.environ | keys
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("csv", "json", "jsonl", "parquet"):
        assert f"cases.{name}: VALID, 12 rows" in done.stdout
    assert "simulated-careful (simulated: True): 12 items judged" in done.stdout
    assert "complete 12 of 12" in done.stdout and "ground truth of " in done.stdout
    headers = {"Authorization": f"Bearer {keys['BOSS']}"}
    with httpx.Client(base_url=f"{stack.url}/v1", headers=headers, timeout=120) as boss:
        task = ok(boss.get("/annotations/tasks"))["tasks"][0]["task_id"]
        figures = ok(boss.get(f"/annotations/tasks/{task}/progress"))["agreement_metrics"]
        rows = labels_of(boss, task)
    assert figures["krippendorff_alpha"] == pytest.approx(alpha_of_people(rows))


def alpha_of_people(rows):
    """The package's own alpha over the labels that the API lists."""
    human = [row for row in rows if row["annotator_kind"] == "human"]
    items, people = ({key: n for n, key in enumerate(sorted({row[name] for row in human}))}
                     for name in ("item_id", "annotator_id"))  # fmt: skip
    table = np.full((len(people), len(items)), np.nan)
    for row in human:
        table[people[row["annotator_id"]], items[row["item_id"]]] = row["labels"]["label"] == "right"
    return krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")
