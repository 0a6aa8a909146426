"""Unit tests: programs of models, executed by the command of the operator alone."""

import shlex
import sys

import pytest

from reviews.scorers.metrics import ScoredAnswer, metrics_of_answers
from reviews.scorers.metrics.unit_tests import VARIABLE

PROMPT = "def plus(a, b):\n"
TEST = "def check(candidate):\n    assert candidate(1, 2) == 3, 'not 3'\n"
COMMAND = shlex.join([sys.executable, "-I", "-"])


def read(output, **parameters):
    case = ScoredAnswer(output, input={"prompt": PROMPT}, metadata={"test": TEST, "entry_point": "plus"})
    return metrics_of_answers["unit_tests"].made(parameters).read(None, case)


@pytest.fixture(autouse=True)
def sandbox(monkeypatch):
    monkeypatch.setenv(VARIABLE, COMMAND)


@pytest.mark.parametrize("output, value, reason", [
    ("    return a + b", 1, ""),
    ("def plus(a, b):\n    return a + b", 1, ""),
    ("    return a - b", 0, "AssertionError: not 3"),
    ("    return (", 0, "SyntaxError"),
    ("    import os; os._exit(3)", 0, "It ended with status 3."),
    ("    raise SystemExit(0)", 0, "It ended before its tests did."),
    ("    print('x' * 10**6); return 3", 0, "The program printed more than 100,000 bytes."),
])  # fmt: skip
def test_program_is_right_where_its_tests_pass(output, value, reason):
    found = read(output)

    assert found.values["value"] == value and reason in found.values["reason"]


def test_endless_program_is_stopped():
    found = read("    while True: pass", seconds=0.2)

    assert found.values == {"value": 0.0, "reason": "The tests took longer than 0.2 s."}


def test_program_sees_no_secrets_and_gets_a_folder_of_its_own(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "k" * 40)
    monkeypatch.setenv(VARIABLE, shlex.join([sys.executable, "-I", "{file}"]))
    output = "    import os, pathlib; print(sorted(os.listdir()), 'SECRET_KEY' in os.environ, flush=True); os._exit(1)"

    assert read(output).values["reason"] == "['program.py'] False"


def test_nothing_is_executed_without_the_command(monkeypatch):
    monkeypatch.delenv(VARIABLE)
    assert read("    return 3").error_class == "no_sandbox"
    monkeypatch.setenv(VARIABLE, "/nowhere/sandbox")
    assert read("    return 3").error_class == "sandbox_failed"
    assert metrics_of_answers["unit_tests"].made({}).read(None, ScoredAnswer("x")).error_class == "no_tests"
