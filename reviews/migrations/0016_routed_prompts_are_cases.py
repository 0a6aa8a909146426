"""Routed prompts are cases of an unlisted dataset, their answers outputs, and the scores of shadows judgements."""

import hashlib
import importlib

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models, transaction

import evalhub.lib.ids
from evalhub.lib.database.guards import same_parent_in_use

scores = importlib.import_module("reviews.migrations.0013_scores_are_judgements")

ROWS_AT_ONCE = 500
SCHEMA_HASH = hashlib.sha256(b"[]").hexdigest()
TARGETS = """
    UPDATE reviews_llmrequest q SET target = p.case_id,
        result = CASE WHEN q.result IS NOT NULL THEN CASE WHEN q.run_id = p.run_id THEN p.output_id
                                                          ELSE p.shadow_output_id END END
    FROM reviews_runstage s, reviews_routedprompt p
    WHERE s.id = q.stage_id AND s.kind = 'prompt' AND p.id = ANY(%s) AND q.run_id IN (p.run_id, p.shadow_run_id)"""
COMPARED = """
    UPDATE reviews_llmrequest q SET target = p.shadow_output_id
    FROM reviews_runstage s, reviews_routedprompt p
    WHERE s.id = q.stage_id AND s.kind IN ('shadow_judge', 'shadow_embedding') AND p.id = ANY(%s)
      AND q.run_id = p.shadow_run_id AND p.shadow_output_id IS NOT NULL"""
STAGES = """
    UPDATE reviews_runstage s SET kind = 'routed_answer', filled_to = p.case_id
    FROM reviews_routedprompt p
    WHERE s.kind = 'prompt' AND p.id = ANY(%s) AND s.run_id IN (p.run_id, p.shadow_run_id)"""
UNLINKED = """
    SELECT o.id, o.grader_id, p.output_id, p.case_id, p.shadow_output_id, o.own_quality_score, o.own_notes,
           o.recorded_at
    FROM reviews_qualityobservation o JOIN reviews_routedprompt p ON p.observation_id = o.id
    WHERE p.id = ANY(%s) AND o.judgement_id IS NULL AND p.output_id IS NOT NULL AND p.shadow_output_id IS NOT NULL
    ORDER BY o.id"""
ASKED = """
    SELECT q.result, q.id FROM reviews_llmrequest q JOIN reviews_runstage s ON s.id = q.stage_id
    JOIN reviews_routedprompt p ON p.shadow_run_id = q.run_id
    WHERE p.id = ANY(%s) AND s.kind IN ('shadow_judge', 'shadow_embedding') AND q.result IS NOT NULL"""


def fill(apps, schema_editor):
    """Each step commits by itself; a second run does what is left."""
    RoutedPrompt = apps.get_model("reviews", "RoutedPrompt")
    left = RoutedPrompt.objects.filter(case=None)
    for organization, task_type in left.order_by().values_list("organization", "task_type").distinct():
        prompt_set = _set_of(apps, organization, task_type)
        own = left.filter(organization=organization, task_type=task_type).order_by("created_at", "pk")
        while rows := list(own.select_related("prompt")[:ROWS_AT_ONCE]):
            with transaction.atomic(), schema_editor.connection.cursor() as cursor:
                _take(apps, cursor, prompt_set, rows)


def _take(apps, cursor, prompt_set, rows):
    """Make some routed prompts cases, with their answers and scores."""
    RoutedPrompt = apps.get_model("reviews", "RoutedPrompt")
    _add_cases(apps, prompt_set, rows)
    _add_outputs(apps, rows, run="run_id", system="system_id", field="output")
    _add_outputs(apps, rows, run="shadow_run_id", system="baseline_id", field="shadow_output")
    RoutedPrompt.objects.bulk_update(rows, ["case", "output", "shadow_output"])
    pks = [row.pk for row in rows]
    for statement in (TARGETS, COMPARED, STAGES):
        cursor.execute(statement, [pks])
    cursor.execute(UNLINKED, [pks])
    scored = cursor.fetchall()
    if scored:
        cursor.execute(ASKED, [pks])
        scores.link(apps, cursor, prompt_set, scored, asked=dict(cursor.fetchall()))


def _add_cases(apps, prompt_set, rows):
    DatasetVersion, TestCase = (apps.get_model("datasets", name) for name in ("DatasetVersion", "TestCase"))
    version = DatasetVersion.objects.select_for_update(no_key=True).get(pk=prompt_set.dataset_version_id)
    cases = [
        TestCase(version=version, row_index=index, input={"prompt": row.prompt.text}, metadata={})
        for index, row in enumerate(rows, start=version.row_count)
    ]
    TestCase.objects.bulk_create(cases)
    DatasetVersion.objects.filter(pk=version.pk).update(row_count=version.row_count + len(rows))
    for row, case in zip(rows, cases, strict=True):
        row.case = case


def _add_outputs(apps, rows, *, run, system, field):
    """The accepted answer of each row's run as an output of its system."""
    LLMAttempt, ModelOutput = apps.get_model("reviews", "LLMAttempt"), apps.get_model("datasets", "ModelOutput")
    found = LLMAttempt.objects.filter(
        request__run__in=[getattr(row, run) for row in rows if getattr(row, run)],
        request__stage__kind="prompt",
        request__state="done",
        request__replaced=False,
        status="ok",
    )
    accepted = {attempt.request.run_id: attempt for attempt in found.select_related("request", "message")}
    for row in rows:
        attempt = accepted.get(getattr(row, run))
        if attempt is None:
            continue
        of_system = ModelOutput.objects.filter(test_case=row.case, system=getattr(row, system))
        text = attempt.message.assistant
        output = ModelOutput.objects.create(
            test_case=row.case,
            system_id=getattr(row, system),
            repetition=of_system.count() + 1,
            text=text,
            text_sha256=hashlib.sha256(text.encode()).hexdigest(),
            finish_reason=attempt.finish_reason[:40],
            latency_ms=attempt.latency_ms,
            tokens_in=attempt.prompt_tokens,
            tokens_out=attempt.completion_tokens,
            cost_usd=attempt.cost_usd,
            simulated=attempt.simulated,
            produced=True,
        )
        setattr(row, field, output)


def _set_of(apps, organization, task_type):
    RoutedPromptSet = apps.get_model("reviews", "RoutedPromptSet")
    known = RoutedPromptSet.objects.filter(organization=organization, task_type=task_type).first()
    if known is not None:
        return known
    Dataset, DatasetVersion = (apps.get_model("datasets", name) for name in ("Dataset", "DatasetVersion"))
    name = f"Routed prompts: {task_type}"
    taken = set(Dataset.objects.filter(organization=organization, name__startswith=name).values_list("name", flat=True))
    free = next(each for each in [name, *(f"{name} ({n})" for n in range(2, len(taken) + 3))] if each not in taken)
    with transaction.atomic():
        dataset = Dataset.objects.create(
            organization_id=organization,
            name=free,
            description="Each case is a prompt that the router has sent, each output an answer to it.",
            is_listed=False,
        )
        version = DatasetVersion.objects.create(
            organization_id=organization,
            dataset=dataset,
            version_number=1,
            is_open=True,
            state="done",
            validation_status="VALID",
            schema_hash=SCHEMA_HASH,
        )
        return RoutedPromptSet.objects.create(
            organization_id=organization, task_type=task_type, dataset_version=version
        )


def one(to, **more):
    return models.OneToOneField(
        to, blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", **more
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("reviews", "0015_errors_as_codes"),
        ("datasets", "0006_unlisted_datasets"),
        ("annotations", "0007_unlisted_tasks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            "RoutedPromptSet",
            fields=[
                ("id", models.UUIDField(
                    default=evalhub.lib.ids.uuid7, editable=False, primary_key=True, serialize=False
                )),
                ("task_type", models.CharField(max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by", models.ForeignKey(
                    null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+",
                    to=settings.AUTH_USER_MODEL,
                )),
                ("dataset_version", models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="datasets.datasetversion"
                )),
                ("organization", models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.organization"
                )),
                ("task", one("annotations.annotationtask")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("organization", "task_type"), name="routed_set_unique")
                ],
            },
        ),
        *(
            same_parent_in_use("reviews_routedpromptset", column=column, parent=parent)
            for column, parent in (
                ("dataset_version_id", "datasets_datasetversion"), ("task_id", "annotations_annotationtask")
            )
        ),
        migrations.AddField("routedprompt", "case", one("datasets.testcase")),
        migrations.AddField("routedprompt", "output", one("datasets.modeloutput", help_text="the answer")),
        migrations.AddField("routedprompt", "shadow_output", one(
            "datasets.modeloutput", help_text="the baseline's answer"
        )),
        migrations.RunPython(fill),
        migrations.AlterField("routedprompt", "case", models.OneToOneField(
            on_delete=django.db.models.deletion.PROTECT, related_name="+", to="datasets.testcase"
        )),
        migrations.RemoveField("routedprompt", "prompt"),
    ]
