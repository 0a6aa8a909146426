"""`manage.py gate` exits with what was decided, and writes reports for other programs."""

import json
import xml.etree.ElementTree as ElementTree

import pytest
from django.core.management import CommandError, call_command

from experiments.gates import reports
from tests.experiments.gates_world import systems
from tests.undoing import undone

pytestmark = pytest.mark.django_db


def test_command_exits_with_what_was_decided(acme, capsys, tmp_path, subtests):
    for right, n, status in [((36, 36), 40, 0), ((36, 20), 40, 1), ((12, 12), 12, 2)]:
        with subtests.test(right=right, n=n), undone():
            baseline, evaluation = systems(acme, *right, n=n)
            junit, markdown = tmp_path / "gate.xml", tmp_path / "gate.md"
            call = ["gate", "exact_match.mean >= baseline - 0.02", "--evaluation", str(evaluation.pk)]
            call += ["--baseline", str(baseline.pk), "--junit", str(junit), "--markdown", str(markdown)]
            if status:
                with pytest.raises(SystemExit) as exit_:
                    call_command(*call)
                assert exit_.value.code == status
            else:
                call_command(*call)
            state = ("passed", "failed", "undecided")[status]
            suite = ElementTree.parse(junit).getroot()
            assert (suite.get("failures"), suite.get("errors")) == (str(int(status == 1)), str(int(status == 2)))
            assert f"Gate: {state}" in capsys.readouterr().out and state in markdown.read_text()


def test_command_says_what_is_wrong_with_the_call(acme, subtests):
    (evaluation,) = systems(acme, 30, n=30)
    cases = [
        ["a.mean >=", "--evaluation", "{known}"],
        ["a.mean > 1", "--evaluation", "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45"],
        ["a.mean > 1", "--evaluation", "none"],
    ]

    for call in cases:
        with subtests.test(call=call):
            with pytest.raises(CommandError) as error:
                call_command("gate", *(part.replace("{known}", str(evaluation.pk)) for part in call))
            assert error.value.returncode == 2


def test_reports_hold_any_text():
    condition = {
        "text": "a.mean > 1\x00|", "state": "undecided", "left": None, "right": 1.0, "difference": None, "low": None,
        "high": None, "p": None, "n": 0, "method": "", "reason": {"code": "gate_no_baseline", "params": {}},
    }  # fmt: skip

    assert "There is no baseline" in ElementTree.fromstring(reports.junit("x\x07", [condition])).find("*/error").get(
        "message"
    )
    assert "a.mean > 1" in reports.markdown("A | B", [condition], "undecided")
    json.dumps(condition)
