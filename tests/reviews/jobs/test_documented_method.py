"""docs/adding-a-method-reviewer.md, followed word for word."""

import os
import re
import subprocess
import sys

import pytest

from reviews.jobs.methods import MethodReviewerRegistry
from tests.source_tree import ROOT

PAGE = (ROOT / "docs/adding-a-method-reviewer.md").read_text(encoding="utf-8")
FILE = re.compile(r"^`(?P<path>[\w./]+)`\n\n```\w+\n(?P<text>.*?)```$", re.MULTILINE | re.DOTALL)
VARIABLES = dict(re.findall(r"^export (\w+)=(.+)$", PAGE, re.MULTILINE))


@pytest.fixture
def folder(tmp_path):
    """A folder with the files of the page in it."""
    for found in FILE.finditer(PAGE):
        path = tmp_path / found["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found["text"], encoding="utf-8")
    return tmp_path


def run(folder, *command, **changes):
    """Python in a process of its own, with the page's variables; the page's folder is the test's."""
    names = {**VARIABLES, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "PATH": os.environ["PATH"], **changes}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=names, capture_output=True, text=True, timeout=100, check=False
    )


def test_method_is_one_folder_and_prepares_a_call(folder):
    done = run(folder, "try_it.py")

    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["stepped_wedge", "try_it.py"]
    for shown in (
        "You review stepped-wedge trials.",
        "Every group is its own control,",
        "the drawn order, undoes the lot",
        "rollout_integrity, time_adjustment, statistical_inference, effect_size_plausibility.",
        "Method: stepped_wedge. Units that the files state: 240.",
        '{"effect_estimate": 0.4}',
        "Case reference: ",
    ):
        assert shown in done.stdout


def test_methods_stand_beside_the_shipped_ones_or_stop_the_start(folder):
    look = "from reviews.jobs.methods import MethodReviewerRegistry as r; print(r.confidence_map())"
    ranges = run(folder, "-c", look).stdout
    assert "'stepped_wedge': (0.7, 0.9)" in ranges
    assert all(f"'{name}'" in ranges for name in MethodReviewerRegistry.available())

    done = run(folder, "try_it.py", EVALHUB_METHOD_PACKAGES="stepped_wedge:steped_wedge")
    assert done.returncode and "EVALHUB_METHOD_PACKAGES names 'steped_wedge'" in done.stderr


def test_page_names_the_variables_it_needs():
    assert VARIABLES["EVALHUB_METHOD_PACKAGES"] == "stepped_wedge" and "PYTHONPATH" in VARIABLES
