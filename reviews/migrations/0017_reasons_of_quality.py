"""Why judges, gradings and the router's choices are as they are is stored as a code: English of before is a text."""

import importlib

from django.db import migrations, models

errors = importlib.import_module("reviews.migrations.0015_errors_as_codes")
COLUMNS = [
    ("JudgeTest", "reason"),
    ("GradingRun", "problem"),
    ("RoutedPrompt", "why"),
    ("RoutedPrompt", "shadow_note"),
]


def as_codes(apps, schema_editor):
    errors.as_codes(apps, schema_editor, columns=COLUMNS)


def as_texts(apps, schema_editor):
    errors.as_texts(apps, schema_editor, columns=COLUMNS)


class Migration(migrations.Migration):
    atomic = False  # in steps: each is written by itself, and may be done again

    dependencies = [("reviews", "0016_routed_prompts_are_cases")]

    operations = [
        migrations.AlterField("routedprompt", "why", models.TextField(blank=True, default="")),
        migrations.RunPython(as_codes, as_texts),
    ]
