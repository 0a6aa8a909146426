"""A policy names its grader, a calibration may wait for a worker, and prompts go where the router says, with shadows."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import evalhub.lib.ids
from evalhub.lib.database.guards import same_parent
from evalhub.lib.database.migrating import in_one_step

STATES = ["waiting", "running", "done", "failed", "cancelled"]
SHADOWS = ["none", "drawn", "asked", "graded", "failed"]


def state(default):
    return models.CharField(choices=[(each, each) for each in STATES], default=default, max_length=12)


def run(name, **more):
    return models.OneToOneField(
        on_delete=django.db.models.deletion.PROTECT, related_name=name, to="reviews.evaluationrun", **more
    )


ROUTED_PROMPT = [
    ("id", models.UUIDField(default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False)),
    ("task_type", models.CharField(max_length=100)),
    ("model", models.CharField(max_length=200)),
    ("how", models.CharField(max_length=10)),
    ("why", models.TextField()),
    ("grader_id", models.CharField(blank=True, default="", max_length=200)),
    ("baseline", models.CharField(max_length=200)),
    ("shadow", models.CharField(default="none", max_length=6)),
    ("shadow_rate", models.FloatField(default=0, help_text="of the policy when it was drawn")),
    ("shadow_note", models.TextField(blank=True, default="", help_text="why there is no shadow, or why it failed")),
    ("created_at", models.DateTimeField(auto_now_add=True)),
    ("created_by", models.ForeignKey(
        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL)),
    ("observation", models.OneToOneField(
        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
        to="reviews.qualityobservation")),
    ("organization", models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization")),
    ("prompt", models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviews.llmprompt")),
    ("request", models.OneToOneField(
        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="reviews.llmrequest")),
    ("run", run("routed_prompt")),
    ("shadow_run", run("shadow_of", blank=True, null=True)),
]


class Migration(migrations.Migration):
    dependencies = [
        ("reviews", "0010_requests_in_order"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = in_one_step([
        migrations.AddField("routingpolicy", "grader", models.CharField(
            blank=True, default="", max_length=200,
            help_text="the grader_id whose scores count; empty: who graded most")),
        migrations.AddIndex("qualityobservation", models.Index(
            fields=["organization", "task_type", "simulated", "grader_id", "adapter_id", "-recorded_at"],
            name="observation_by_grader")),
        migrations.AddField("judgecalibration", "attempts", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("judgecalibration", "last_error", models.TextField(blank=True, default="")),
        migrations.AddField("judgecalibration", "lease_owner", models.CharField(
            blank=True, default="", max_length=80)),
        migrations.AddField("judgecalibration", "lease_until", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("judgecalibration", "next_attempt_at", models.DateTimeField(blank=True, null=True)),
        # What stands there already was measured when it was asked for.
        migrations.AddField("judgecalibration", "state", state("done")),
        migrations.AlterField("judgecalibration", "state", state("waiting")),
        migrations.AddField("judgecalibration", "tool", models.CharField(
            blank=True, default="", help_text="the name of the reference's embedder", max_length=200)),
        migrations.AddIndex("judgecalibration", models.Index(
            condition=Q(state__in=["waiting", "running"]), fields=["next_attempt_at"], name="calibration_due")),
        migrations.AddConstraint("judgecalibration", models.CheckConstraint(
            condition=Q(state__in=STATES), name="calibration_state_known")),
        migrations.AddConstraint("judgecalibration", models.CheckConstraint(
            condition=Q(state="done") | Q(passed=False), name="calibration_passed_is_done")),
        migrations.CreateModel("RoutedPrompt", ROUTED_PROMPT, options={"ordering": ["-created_at"]}),
        migrations.AddIndex("routedprompt", models.Index(
            fields=["organization", "task_type", "-created_at"], name="routed_by_task")),
        migrations.AddIndex("routedprompt", models.Index(
            condition=Q(shadow__in=["drawn", "asked"]), fields=["created_at"], name="routed_shadow_open")),
        migrations.AddConstraint("routedprompt", models.CheckConstraint(
            condition=Q(shadow__in=SHADOWS), name="routed_shadow_known")),
        migrations.AddConstraint("routedprompt", models.CheckConstraint(
            condition=~Q(shadow__in=["asked", "graded"]) | Q(shadow_run__isnull=False),
            name="routed_shadow_has_run")),
        migrations.AddConstraint("routedprompt", models.CheckConstraint(
            condition=Q(shadow_rate__gte=0, shadow_rate__lte=1), name="routed_shadow_rate_range")),
        same_parent("reviews_routedprompt", column="run_id", parent="reviews_evaluationrun"),
        same_parent("reviews_routedprompt", column="shadow_run_id", parent="reviews_evaluationrun"),
    ])
