"""`manage.py plan`: the schedule of a suite file, on the command line and without a database."""

import json

import pytest
from django.core.management import CommandError, call_command

SUITE = """
name: Demo
version: 1
tasks:
  - {key: a, estimated_seconds: 10, calls: 4}
  - {key: b, needs: [a], estimated_seconds: 5, calls: 2}
"""


@pytest.fixture
def plan(tmp_path, capsys):
    def run(document, *words):
        path = tmp_path / "suite.yaml"
        path.write_text(document)
        call_command("plan", str(path), *words)
        return json.loads(capsys.readouterr().out)

    return run


def test_it_prints_starts_ends_and_the_bound(plan):
    assert plan(SUITE, "--workers", "2", "--calls", "4") == {
        "tasks": [{"key": "a", "start": 0, "end": 10}, {"key": "b", "start": 10, "end": 15}],
        "makespan": 15,
        "lower_bound": 15,
    }


@pytest.mark.parametrize(
    ("document", "words", "named"),
    [
        (SUITE.replace("{key: a", "{key: a, needs: [b]"), ("--workers", "2"), "in a cycle: "),
        (SUITE, ("--workers", "2", "--calls", "3"), "task a makes 4 concurrent calls"),
        (SUITE, ("--workers", "0"), "at least 1 worker"),
        ("", ("--workers", "1"), "The suite is None"),
    ],
)
def test_what_cannot_be_planned_is_an_error(plan, document, words, named):
    with pytest.raises(CommandError) as refused:
        plan(document, *words)

    assert named in str(refused.value)
    assert refused.value.returncode == 2


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("plan", str(tmp_path / "none.yaml"), "--workers", "1")
