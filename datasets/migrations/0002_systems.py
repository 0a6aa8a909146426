"""Outputs are answers of systems: each name of an output in an organization becomes one, of which no more is known."""

import hashlib
import json

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import Max, Q

import evalhub.lib.ids
from evalhub.lib.database.guards import references

BATCH = 20_000
FILL = """
    UPDATE datasets_modeloutput o
    SET system_id = s.id, text_sha256 = encode(sha256(convert_to(o.text, 'UTF8')), 'hex')
    FROM datasets_testcase c
    JOIN datasets_datasetversion v ON v.id = c.version_id
    JOIN datasets_system s ON s.organization_id = v.organization_id
    WHERE c.id = o.test_case_id AND s.name = o.name AND o.system_id IS NULL AND o.id >= %s AND o.id < %s"""
NAMES = """
    SELECT DISTINCT v.organization_id, o.name FROM datasets_modeloutput o
    JOIN datasets_testcase c ON c.id = o.test_case_id JOIN datasets_datasetversion v ON v.id = c.version_id
    WHERE o.system_id IS NULL"""
UNIQUE = """
    CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS output_unique
    ON datasets_modeloutput (test_case_id, system_id, repetition)"""
USED = "ALTER TABLE datasets_modeloutput ADD CONSTRAINT output_unique UNIQUE USING INDEX output_unique"


def fill(apps, schema_editor):
    """Each batch of ids commits by itself; a second run does what is left."""
    System, ModelOutput = (apps.get_model("datasets", name) for name in ("System", "ModelOutput"))
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(NAMES)
        named = [System(organization_id=of, name=name, fingerprint=fingerprint(name)) for of, name in cursor.fetchall()]
        System.objects.bulk_create(named, ignore_conflicts=True)
        last = ModelOutput.objects.aggregate(last=Max("id"))["last"] or 0
        for first in range(0, last + 1, BATCH):
            cursor.execute(FILL, [first, first + BATCH])


def fingerprint(name):
    text = json.dumps({"name": name}, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def system(**more):
    return models.ForeignKey(
        "datasets.system", on_delete=django.db.models.deletion.PROTECT, related_name="outputs", db_index=False,
        db_constraint=False, **more
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("datasets", "0001_squashed"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            "System",
            fields=[
                ("id", models.UUIDField(
                    default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False
                )),
                ("name", models.CharField(max_length=200)),
                ("model", models.CharField(blank=True, default="", max_length=200)),
                ("model_version", models.CharField(blank=True, default="", max_length=200)),
                ("provider", models.CharField(blank=True, default="", max_length=100)),
                ("prompt", models.TextField(blank=True, default="", help_text="its name and version, or its text")),
                ("system_prompt", models.TextField(blank=True, default="")),
                ("parameters", models.JSONField(default=dict)),
                ("fingerprint", models.CharField(max_length=64, help_text="SHA-256 of all of the above")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by", models.ForeignKey(
                    blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
                    to=settings.AUTH_USER_MODEL,
                )),
                ("organization", models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization"
                )),
            ],
            options={
                "ordering": ["name", "created_at"],
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "fingerprint"), name="system_unique")
                ],
            },
        ),
        migrations.AddField("modeloutput", "system", system(null=True)),
        migrations.AddField("modeloutput", "repetition", models.PositiveSmallIntegerField(
            default=1, db_default=1, help_text="of the same question, from 1"
        )),
        migrations.AddField("modeloutput", "error", models.TextField(
            blank=True, default="", db_default="", help_text="why there is no answer"
        )),
        migrations.AddField("modeloutput", "finish_reason", models.CharField(
            blank=True, default="", db_default="", max_length=40
        )),
        migrations.AddField("modeloutput", "latency_ms", models.FloatField(blank=True, null=True)),
        migrations.AddField("modeloutput", "tokens_in", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("modeloutput", "tokens_out", models.PositiveIntegerField(blank=True, null=True)),
        migrations.AddField("modeloutput", "cost_usd", models.DecimalField(
            blank=True, decimal_places=10, max_digits=18, null=True
        )),
        migrations.AddField("modeloutput", "text_sha256", models.CharField(db_default="", max_length=64)),
        migrations.AddField("modeloutput", "simulated", models.BooleanField(default=False, db_default=False)),
        migrations.RunPython(fill),
        migrations.RunSQL(UNIQUE),
        migrations.RunSQL(USED, state_operations=[migrations.AddConstraint("modeloutput", models.UniqueConstraint(
            fields=["test_case", "system", "repetition"], name="output_unique"
        ))]),
        AddConstraintNotValid("modeloutput", models.CheckConstraint(
            condition=Q(repetition__gte=1), name="output_repetition_from_one"
        )),
        AddConstraintNotValid("modeloutput", models.CheckConstraint(
            condition=Q(cost_usd__isnull=True) | Q(cost_usd__gte=0), name="output_cost_not_negative"
        )),
        ValidateConstraint("modeloutput", "output_repetition_from_one"),
        ValidateConstraint("modeloutput", "output_cost_not_negative"),
        migrations.RemoveConstraint("modeloutput", "output_name_unique"),
        migrations.RemoveField("modeloutput", "name"),
        migrations.AlterField("modeloutput", "system", system()),
        migrations.AlterField("modeloutput", "text_sha256", models.CharField(max_length=64)),
        references("datasets_modeloutput", column="system_id", parent="datasets_system"),
    ]
