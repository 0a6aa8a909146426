"""English reasons of earlier versions become codes where they are one of ours, and texts elsewhere."""

import importlib

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from evalhub.lib import reasons
from evalhub.lib.reasons import TEXT, Reason
from reviews.models import EvaluationRun
from tests.reviews.machine import make_run

migration = importlib.import_module("reviews.migrations.0009_reasons_as_codes")
BUDGET = (
    "The budget of this run is used up: $1.50, of which $1.40 spent and $0.20 reserved for running requests. "
    "Raise the budget and resume the run."
)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("All requests of score_gen failed.", Reason("stage_failed", {"stage": "score_gen"})),
        (BUDGET, Reason("run_budget", {"limit": "1.50", "spent": "1.40", "reserved": "0.20"})),
        ("The file has 1 error. Nothing was imported.", Reason("file_refused", {"n": 1})),
        ("The file has 1,200 errors. Nothing was imported.", Reason("file_refused", {"n": 1200})),
        ("worker_crash", Reason("worker_crash")),
        ("All requests of score_gen failed. And more.", TEXT("All requests of score_gen failed. And more.")),
        ('Sägt "nein": 100%.\n', TEXT('Sägt "nein": 100%.\n')),
    ],
)
def test_text_becomes_a_code_and_a_text_again(text, reason):
    stored = migration.as_code(text)

    assert stored == reasons.dumps(reason) and migration.as_code(stored) == stored
    assert migration.as_english(stored) == text


def test_rows_are_rewritten_in_steps(bob, monkeypatch):
    monkeypatch.setattr(migration, "ROWS_AT_ONCE", 2)
    runs = [make_run(bob) for _ in range(5)]
    for number, run in enumerate(runs):
        _write(run, f"All requests of step{number} failed.")

    _rewrite(migration.as_code)

    found = EvaluationRun.objects.filter(pk__in=[run.pk for run in runs]).order_by("pk")
    assert [run.status_reason for run in found] == [Reason("stage_failed", {"stage": f"step{n}"}) for n in range(5)]


def _write(run, text):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE reviews_evaluationrun SET status_reason = %s WHERE id = %s", [text, run.pk])


def _rewrite(change):
    state = MigrationExecutor(connection).loader.project_state(("reviews", "0009_reasons_as_codes"))
    migration._rewrite(state.apps.get_model("reviews", "EvaluationRun"), "status_reason", change, connection)
