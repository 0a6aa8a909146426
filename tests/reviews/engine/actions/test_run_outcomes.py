"""What the migration of outcomes makes of runs that were stored before."""

import importlib

from django.db import connection

from reviews.engine.client.exchange import FATAL
from reviews.models import EvaluationRun
from tests.reviews.machine import Script, failing, make_run, saying, work_until_quiet

MIGRATION = "reviews.migrations.0015_run_outcomes"


def test_runs_stored_before_get_their_outcome(bob, model):
    empty, old, cancelled, mixed = (make_run(bob, rows=2) for _ in range(4))
    EvaluationRun.objects.filter(pk=cancelled.pk).update(status="cancelled", desired_state="cancel")
    EvaluationRun.objects.filter(pk=old.pk).update(desired_state="pause")
    for run, steps in ((mixed, [failing(FATAL, "refused", "No."), saying()]), (empty, [failing(FATAL)])):
        EvaluationRun.objects.filter(pk=empty.pk).update(desired_state="run" if run == empty else "pause")
        model(Script(*steps))
        work_until_quiet(run)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE reviews_evaluationrun DROP CONSTRAINT run_status_known")
        EvaluationRun.objects.filter(pk__in=[empty.pk, mixed.pk]).update(status="completed")
        EvaluationRun.objects.filter(pk=mixed.pk).update(desired_state="pause")
        EvaluationRun.objects.filter(pk=old.pk).update(status="error", status_reason="Some failed.")

        cursor.execute(importlib.import_module(MIGRATION).OUTCOMES)

    found = {run.pk: run for run in EvaluationRun.objects.all()}
    assert [found[run.pk].status for run in (empty, mixed, old, cancelled)] == [
        "failed",
        "completed",
        "failed",
        "cancelled",
    ]
    assert (found[empty.pk].status_reason, found[old.pk].status_reason) == ("All of score_gen failed.", "Some failed.")
    assert found[mixed.pk].desired_state == "run" and cancelled.stages.get().status == "cancelled"
