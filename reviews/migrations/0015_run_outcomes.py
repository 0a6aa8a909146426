"""A run that produced nothing has failed, and the stages of a cancelled run are cancelled."""

from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Q

RUNS = ["waiting", "running", "paused", "held", "stopped", "completed", "failed", "cancelled"]
STAGES = ["waiting", "open", "done", "failed", "cancelled"]
# Of each stage: what of its requests, without those that were asked anew, has an answer or has failed.
ENDED = """
    SELECT s.id, s.run_id, s.name, s.position, s.kind IN ('score_critic', 'rubric_critic') AS is_critic,
        bool_or(q.state = 'done') AS has_answers, bool_or(q.state = 'failed') AS has_failed
    FROM reviews_runstage s JOIN reviews_llmrequest q ON q.stage_id = s.id AND NOT q.replaced
    GROUP BY s.id"""
OUTCOMES = f"""
    UPDATE reviews_evaluationrun SET status = 'failed' WHERE status = 'error';
    WITH ended AS ({ENDED}), produced AS (
        SELECT run_id, bool_or(has_answers) AS has_answers, bool_or(has_failed) AS has_failed,
            (array_agg(name ORDER BY position))[1] AS first
        FROM ended WHERE NOT is_critic GROUP BY run_id
    )
    UPDATE reviews_evaluationrun r SET status = 'failed', status_reason = 'All of ' || p.first || ' failed.'
    FROM produced p WHERE p.run_id = r.id AND r.status = 'completed' AND p.has_failed AND NOT p.has_answers;
    UPDATE reviews_evaluationrun SET desired_state = 'run'
    WHERE desired_state = 'pause' AND status IN ('completed', 'failed');
    WITH ended AS ({ENDED})
    UPDATE reviews_runstage s SET status = 'failed'
    FROM ended e WHERE e.id = s.id AND s.status = 'done' AND e.has_failed AND NOT e.has_answers;
    UPDATE reviews_runstage s SET status = 'cancelled'
    FROM reviews_evaluationrun r WHERE r.id = s.run_id AND r.status = 'cancelled' AND s.status IN ('waiting', 'open');
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0014_simulated_jobs")]

    operations = [
        migrations.AlterField("runstage", "status", models.CharField(default="waiting", max_length=9)),
        migrations.RemoveConstraint("runstage", "run_stage_status_known"),
        AddConstraintNotValid(
            "runstage", models.CheckConstraint(condition=Q(status__in=STAGES), name="run_stage_status_known")
        ),
        ValidateConstraint("runstage", "run_stage_status_known"),
        migrations.RemoveConstraint("evaluationrun", "run_status_known"),
        migrations.RunSQL(OUTCOMES, migrations.RunSQL.noop),
        AddConstraintNotValid(
            "evaluationrun", models.CheckConstraint(condition=Q(status__in=RUNS), name="run_status_known")
        ),
        ValidateConstraint("evaluationrun", "run_status_known"),
    ]
