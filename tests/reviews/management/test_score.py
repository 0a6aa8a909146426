"""`manage.py score`: answers of a file scored by a metric, without a database."""

import io
import json
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from reviews.scorers.metrics.base.reasons import CUT_BY_LENGTH
from tests.source_tree import ROOT

LINES = """{"id": "a", "output": "Paris", "expected": "Paris", "input": "?"}

{"id": 2, "output": "Rome", "expected": "Paris"}
{"id": "c", "output": "Rome"}
{"id": "d", "output": null, "expected": "Paris"}
{"output": {"x": 1}, "expected": {"x": 1}, "acceptable_answers": ["y"], "more": true}
{"id": "e", "output": "Paris", "expected": "Paris", "finish_reason": "length"}
"""


@pytest.fixture
def score(tmp_path, capsys):
    def run(text, *words, scorer="exact_match"):
        file = tmp_path / "answers.jsonl"
        file.write_text(text, encoding="utf-8")
        try:
            call_command("score", str(file), "--scorer", scorer, *words)
        finally:
            run.printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        return run.printed

    return run


def test_each_line_has_a_value_or_the_reason_why_not(score):
    assert score(LINES) == [
        {"id": "a", "value": 1.0, "reason": ""},
        {"id": 2, "value": 0.0, "reason": "The contents differ."},
        {"id": "c", "value": None, "reason": "There is no expected output to compare with."},
        {"id": "d", "value": None, "reason": "There is no output to score."},
        {"id": None, "value": 1.0, "reason": ""},
        {"id": "e", "value": None, "reason": CUT_BY_LENGTH().english},
    ]


def test_parameters_are_those_of_the_scorer(score):
    (found,) = score('{"id": 1, "output": "PARIS", "expected": "Paris"}', "--parameters", '{"ignore_case": true}')

    assert found["value"] == 1


def test_many_lines_come_out_in_order(score):
    found = score("".join(f'{{"id": {n}, "output": "{n}", "expected": "1"}}\n' for n in range(450)))

    assert [each["id"] for each in found] == list(range(450)) and sum(each["value"] for each in found) == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "Not valid JSON"),
        ("[]", "an object"),
        ('{"id": 1}', "There is no output"),
        ('{"id": [], "output": "x"}', "id is a list"),
        ('{"output": "x", "acceptable_answers": "y"}', "a list of texts"),
    ],
)
def test_a_bad_line_is_named_and_what_stands_before_is_scored(score, line, problem):
    with pytest.raises(CommandError, match=f"Line 2: .*{problem}") as refused:
        score(f'{{"id": 1, "output": "x", "expected": "x"}}\n{line}\n{{"id": 3, "output": "x"}}\n')

    assert refused.value.returncode == 2 and [each["id"] for each in score.printed] == [1]


@pytest.mark.parametrize(
    ("scorer", "parameters", "problem"),
    [
        ("vibes", "{}", "Valid: .*exact_match"),
        ("questions", "{}", "Unknown scorer 'questions'"),
        ("exact_match", "{", "JSON"),
        ("exact_match", "[]", "an object"),
        ("exact_match", '{"case": 1}', "Valid: .*ignore_case"),
    ],
)
def test_mistakes_end_it_with_2(score, scorer, parameters, problem):
    with pytest.raises(CommandError, match=problem) as refused:
        score(LINES, "--parameters", parameters, scorer=scorer)

    assert refused.value.returncode == 2 and score.printed == []


def test_a_file_that_is_not_there_ends_it_with_2():
    with pytest.raises(CommandError, match="No such file") as refused:
        call_command("score", "nothing.jsonl", "--scorer", "exact_match")

    assert refused.value.returncode == 2


def test_standard_input_is_read_too(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"id": 1, "output": "a", "expected": "b"}')))

    call_command("score", "-", "--scorer", "exact_match")

    assert json.loads(capsys.readouterr().out)["value"] == 0


def test_no_database_is_needed(tmp_path):
    file = tmp_path / "answers.jsonl"
    file.write_text(LINES, encoding="utf-8")
    nobody = os.environ | {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "REDIS_URL": "redis://127.0.0.1:1/0"}

    done = subprocess.run(
        [sys.executable, "manage.py", "score", str(file), "--scorer", "exact_match"],
        cwd=ROOT,
        env=nobody,
        capture_output=True,
        text=True,
        check=True,
    )

    assert len(done.stdout.splitlines()) == 6
