"""What gradings, observations and routed prompts name is a system: found by its model and settings, or made of them."""

import hashlib
import json

import django.db.models.deletion
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import migrations, models
from django.db.models import Max, Q

from evalhub.lib.database.guards import same_parent_in_use

BATCH = 20_000
PATIENCE = "timeout_seconds"  # of a stage, but not of the system that it asks
OF_GRADINGS = """
    UPDATE reviews_qualityobservation o SET system_id = c.system_id, baseline_id = g.baseline_id
    FROM reviews_modelanswer a JOIN reviews_gradingrun g ON g.id = a.grading_id
    JOIN reviews_gradingcandidate c ON c.grading_id = g.id JOIN datasets_system s ON s.id = c.system_id
    WHERE a.id = o.answer_id AND s.name = o.adapter_id AND o.system_id IS NULL AND o.id >= %s AND o.id < %s"""
OF_PROMPTS = """
    UPDATE reviews_qualityobservation o SET system_id = p.system_id, baseline_id = p.baseline_id
    FROM reviews_routedprompt p
    WHERE p.observation_id = o.id AND o.system_id IS NULL AND o.id >= %s AND o.id < %s"""
NAMED = """
    SELECT organization_id, adapter_id, model_id FROM reviews_qualityobservation
    WHERE system_id IS NULL AND id >= %s AND id < %s
    UNION
    SELECT organization_id, baseline_adapter_id, '' FROM reviews_qualityobservation
    WHERE system_id IS NULL AND baseline_adapter_id <> '' AND id >= %s AND id < %s"""
OF_FILES = """
    WITH known AS (
      SELECT id, organization_id, name, model FROM datasets_system
      WHERE model_version = '' AND provider = '' AND prompt = '' AND system_prompt = '' AND parameters = '{}')
    UPDATE reviews_qualityobservation o SET system_id = s.id, baseline_id = b.id
    FROM reviews_qualityobservation k
    JOIN known s ON s.organization_id = k.organization_id AND s.name = k.adapter_id AND s.model = k.model_id
    LEFT JOIN known b ON b.organization_id = k.organization_id AND b.name = k.baseline_adapter_id AND b.model = ''
    WHERE o.id = k.id AND k.system_id IS NULL AND k.id >= %s AND k.id < %s"""
EXPECTED = [("gradingrun", "baseline"), ("qualityobservation", "system"), ("qualityobservation", "baseline")]
EXPECTED += [("routedprompt", "system"), ("routedprompt", "baseline")]


def fill(apps, schema_editor):
    """Each step commits by itself; a second run does what is left."""
    _fill_gradings(apps)
    _fill_prompts(apps)
    newest = apps.get_model("reviews", "QualityObservation").objects.aggregate(newest=Max("id"))["newest"] or 0
    with schema_editor.connection.cursor() as cursor:
        for first in range(0, newest + 1, BATCH):
            these = [first, first + BATCH]
            cursor.execute(OF_GRADINGS, these)
            cursor.execute(OF_PROMPTS, these)
            cursor.execute(NAMED, these * 2)
            for organization, name, model in cursor.fetchall():
                system_of(apps, organization, name, model)
            cursor.execute(OF_FILES, these)


def system_of(apps, organization, name, model, parameters=()):
    """The id of the system that is known by these, which may be new."""
    System = apps.get_model("datasets", "System")
    sent = {key: value for key, value in dict(parameters).items() if value is not None and key != PATIENCE}
    known = {key: value for key, value in (("name", name), ("model", model), ("parameters", sent)) if value}
    text = json.dumps(known, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    mine = {"organization_id": organization, "fingerprint": hashlib.sha256(text.encode()).hexdigest()}
    System.objects.bulk_create([System(**mine, **known)], ignore_conflicts=True)
    return System.objects.values_list("pk", flat=True).get(**mine)


def _fill_gradings(apps):
    GradingRun, Candidate = (apps.get_model("reviews", name) for name in ("GradingRun", "GradingCandidate"))
    for grading in GradingRun.objects.filter(baseline=None).iterator():
        baseline, *candidates = [
            system_of(apps, grading.organization_id, model, model, grading.parameters)
            for model in (grading.baseline_model, *grading.candidate_models)
        ]
        rows = [Candidate(grading=grading, system_id=one, position=at) for at, one in enumerate(candidates)]
        Candidate.objects.bulk_create(rows, ignore_conflicts=True)
        GradingRun.objects.filter(pk=grading.pk).update(baseline_id=baseline)


def _fill_prompts(apps):
    RoutedPrompt = apps.get_model("reviews", "RoutedPrompt")
    for routed in RoutedPrompt.objects.filter(system=None).select_related("request__stage").iterator():
        sent = routed.request.stage.parameters
        RoutedPrompt.objects.filter(pk=routed.pk).update(
            system_id=system_of(apps, routed.organization_id, routed.model, routed.model, sent),
            baseline_id=system_of(apps, routed.organization_id, routed.baseline_model, routed.baseline_model, sent),
        )


def system(**more):
    return models.ForeignKey(
        "datasets.system", db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", **more
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0006_reused_answers"), ("datasets", "0002_systems")]

    operations = [
        migrations.CreateModel(
            "GradingCandidate",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("position", models.PositiveSmallIntegerField()),
                ("grading", models.ForeignKey(
                    db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="candidates",
                    to="reviews.gradingrun",
                )),
                ("system", system()),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("grading", "position"), name="grading_candidate_position"),
                    models.UniqueConstraint(fields=("grading", "system"), name="grading_candidate_once"),
                ],
            },
        ),
        migrations.RenameField("routedprompt", "baseline", "baseline_model"),
        *(migrations.AddField(table, name, system(null=True)) for table, name in EXPECTED),
        migrations.RunPython(fill),
        migrations.AlterField("gradingrun", "baseline", system()),
        migrations.AlterField("qualityobservation", "system", system()),
        migrations.AlterField("qualityobservation", "baseline", system(blank=True, null=True)),
        migrations.AlterField("routedprompt", "system", system()),
        migrations.AlterField("routedprompt", "baseline", system()),
        *(
            same_parent_in_use(f"reviews_{table}", column=f"{name}_id", parent="datasets_system")
            for table, name in EXPECTED
        ),
        AddConstraintNotValid("qualityobservation", models.CheckConstraint(
            condition=~Q(task_type=""), name="observation_has_task_type"
        )),
        ValidateConstraint("qualityobservation", "observation_has_task_type"),
        migrations.RemoveConstraint("qualityobservation", "observation_names"),
        AddIndexConcurrently("qualityobservation", models.Index(
            fields=["organization", "task_type", "system", "-recorded_at"], name="observation_by_system"
        )),
        RemoveIndexConcurrently("qualityobservation", "observation_by_adapter"),
        RemoveIndexConcurrently("qualityobservation", "observation_by_grader"),
        AddIndexConcurrently("qualityobservation", models.Index(
            fields=["organization", "task_type", "simulated", "grader_id", "system", "-recorded_at"],
            name="observation_by_grader",
        )),
        migrations.RemoveField("gradingrun", "baseline_model"),
        migrations.RemoveField("gradingrun", "candidate_models"),
        migrations.RemoveField("qualityobservation", "adapter_id"),
        migrations.RemoveField("qualityobservation", "model_id"),
        migrations.RemoveField("qualityobservation", "baseline_adapter_id"),
        migrations.RemoveField("routedprompt", "model"),
        migrations.RemoveField("routedprompt", "baseline_model"),
    ]
