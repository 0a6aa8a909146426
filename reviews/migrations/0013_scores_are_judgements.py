"""Scores of gradings are judgements, and their rows of the ledger name these and keep no copy of the figures."""

import hashlib
import json
import uuid

import django.db.models.deletion
from django.contrib.postgres.operations import AddConstraintNotValid, ValidateConstraint
from django.db import migrations, models
from django.db.models import F, Max, Q

ROWS_AT_ONCE = 1000
SWAPPED = "~swapped"
OWN = ("quality_score", "cost_usd", "latency_ms", "tokens_in", "tokens_out", "notes")
QUESTION = {
    "key": "quality",
    "position": 0,
    "title": "How well does the first answer do the task, measured by the second?",
    "label_type": "number",
    "config": {"min": 0, "max": 1, "integer": False, "unit": "", "ratio": False},
    "reason": "optional",
}
INSTRUCTIONS = """Two answers to one task. The second is the reference: the baseline's answer. Say how well the first \
does the task when the reference is the measure.

- **1** as well as the reference or better; other words and another order are no fault
- **0.75** a detail that matters little is missing, vague or wrong
- **0.5** something that the reference gives and the task needs is missing or wrong
- **0.25** little of it is of use for the task
- **0** it misses the task, contradicts the reference in what matters, or refuses where the reference answers
"""
# The rows of one grading that name no judgement, with the baseline's output to the same case.
UNLINKED = """
    SELECT o.id, o.grader_id, o.output_id, c.test_case_id, b.output, o.own_quality_score, o.own_notes, o.recorded_at
    FROM reviews_qualityobservation o JOIN datasets_modeloutput c ON c.id = o.output_id
    CROSS JOIN LATERAL (
        SELECT q.result AS output FROM reviews_llmrequest q JOIN reviews_runstage s ON s.id = q.stage_id
        WHERE s.run_id = %s AND s.kind = 'grading_answer' AND s.lane = 0 AND q.target = c.test_case_id
          AND q.result IS NOT NULL ORDER BY q.id DESC LIMIT 1) b
    WHERE o.grading_id = %s AND o.judgement_id IS NULL AND o.id > %s ORDER BY o.id LIMIT %s"""
ASKED = """
    SELECT q.result, q.id FROM reviews_llmrequest q JOIN reviews_runstage s ON s.id = q.stage_id
    WHERE (s.run_id = %s OR s.parameters ->> 'grading' = %s) AND s.kind LIKE 'grading\\_%%'
      AND s.kind <> 'grading_answer' AND q.target = ANY(%s) AND q.result IS NOT NULL"""
KNOWN = """
    SELECT a.item_id, a.annotator_id::text, j.id FROM annotations_annotation a
    JOIN annotations_judgement j ON j.annotation_id = a.id
    WHERE a.item_id = ANY(%s) AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.round = 1"""
STORE = """
    WITH given AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(%(answers)s::jsonb) AS g(
            item_id bigint, annotator_id uuid, submission_id uuid, body_hash text, value jsonb, notes text,
            at timestamptz)
    ), content AS (
        SELECT i.id, encode(sha256(convert_to(concat_ws(chr(31), c.input::text, (
            SELECT string_agg(o.text, chr(31) ORDER BY array_position(i.outputs, o.id))
            FROM datasets_modeloutput o WHERE o.id = ANY (i.outputs)
        )), 'UTF8')), 'hex') AS sha256
        FROM annotations_taskitem i JOIN datasets_testcase c ON c.id = i.test_case_id
        WHERE i.id IN (SELECT item_id FROM given)
    ), stored AS (
        INSERT INTO annotations_annotation (
            task_id, item_id, annotator_id, schema_version_id, round, revision, submission_id, body_hash, origin,
            exposure, flagged, flag_reason, submitted_at, content_sha256, guideline_version)
        SELECT t.id, g.item_id, g.annotator_id, t.schema_version_id, 1, 1, g.submission_id, g.body_hash, 'llm',
               'blind', false, '', g.at, content.sha256, t.guideline_version
        FROM given g JOIN content ON content.id = g.item_id JOIN annotations_annotationtask t ON t.id = %(task)s
        ORDER BY g.at, g.item_id
        RETURNING id, task_id, item_id, annotator_id, submission_id, submitted_at
    ), noted AS (
        INSERT INTO annotations_annotationevent (task_id, item_id, actor_id, verb, details, at)
        SELECT task_id, item_id, annotator_id, 'submitted', jsonb_build_object('annotation', id), submitted_at
        FROM stored ORDER BY id
    )
    INSERT INTO annotations_judgement (annotation_id, question_id, value, number, justification, abstained)
    SELECT s.id, q.id, g.value, g.value::float8, g.notes, false
    FROM stored s JOIN given g ON g.submission_id = s.submission_id
    JOIN annotations_annotationtask t ON t.id = s.task_id
    JOIN annotations_question q ON q.schema_version_id = t.schema_version_id AND q.key = 'quality'"""
LINK = """
    UPDATE reviews_qualityobservation o SET judgement_id = l.judgement, output_id = l.output, own_quality_score = NULL, own_notes = '',
        own_cost_usd = NULL, own_latency_ms = NULL, own_tokens_in = NULL, own_tokens_out = NULL
    FROM jsonb_to_recordset(%s::jsonb) AS l(id bigint, judgement bigint, output bigint) WHERE o.id = l.id"""
# Without the baseline's answer there is no pair to judge: the row keeps its figures, as one from outside does.
UNPAIRED = "UPDATE reviews_qualityobservation SET output_id = NULL WHERE judgement_id IS NULL AND output_id IS NOT NULL"
COPY_BACK = """
    UPDATE reviews_qualityobservation o
    SET own_quality_score = j.number, own_notes = j.justification, own_cost_usd = m.cost_usd,
        own_latency_ms = coalesce(m.latency_ms, 0), own_tokens_in = m.tokens_in, own_tokens_out = m.tokens_out,
        judgement_id = NULL
    FROM annotations_judgement j, datasets_modeloutput m
    WHERE j.id = o.judgement_id AND m.id = o.output_id AND o.id >= %s AND o.id < %s"""


def fill(apps, schema_editor):
    """Each step commits by itself; a second run does what is left."""
    GradingRun = apps.get_model("reviews", "GradingRun")
    left = apps.get_model("reviews", "QualityObservation").objects.filter(judgement=None, output__isnull=False)
    with schema_editor.connection.cursor() as cursor:
        for grading in GradingRun.objects.filter(pk__in=left.values("grading")).select_related("task"):
            newest = 0
            while True:
                cursor.execute(UNLINKED, [grading.run_id, grading.pk, newest, ROWS_AT_ONCE])
                rows = cursor.fetchall()
                if not rows:
                    break
                newest = rows[-1][0]
                cursor.execute(ASKED, [grading.run_id, str(grading.pk), [row[2] for row in rows]])
                link(apps, cursor, grading, rows, asked=dict(cursor.fetchall()))
        cursor.execute(UNPAIRED)


def copy_back(apps, schema_editor):
    newest = apps.get_model("reviews", "QualityObservation").objects.aggregate(newest=Max("id"))["newest"] or 0
    with schema_editor.connection.cursor() as cursor:
        for first in range(0, newest + 1, ROWS_AT_ONCE):
            cursor.execute(COPY_BACK, [first, first + ROWS_AT_ONCE])


def link(apps, cursor, owner, rows, *, asked):
    """Give rows as UNLINKED finds them their judgements, which may be there already, of items of the owner's task.

    `asked` is {row id: the request that brought its score}.
    """
    task = owner.task or _made_task(apps, owner)
    items = _items(apps, task, rows)
    annotators = {grader_id: str(_annotator(apps, owner, grader_id)) for grader_id in {row[1] for row in rows}}
    known = _known(cursor, items)
    new = [
        {
            "item_id": items[output],
            "annotator_id": annotators[grader_id],
            "submission_id": str(uuid.uuid5(owner.pk, f"{grader_id}:{output}:{asked.get(pk, '')}")),
            "body_hash": hashlib.sha256(_dumps([{"quality": quality}, False, "", None]).encode()).hexdigest(),
            "value": quality,
            "notes": notes,
            "at": at.isoformat(),
        }
        for pk, grader_id, output, _case, _baseline, quality, notes, at in rows
        if (items[output], annotators[grader_id]) not in known
    ]
    cursor.execute(STORE, {"answers": _dumps(new), "task": task.pk})
    known = _known(cursor, items)
    links = [
        {"id": pk, "judgement": known[items[output], annotators[grader_id]], "output": output}
        for pk, grader_id, output, *_ in rows
    ]
    cursor.execute(LINK, [_dumps(links)])


def _known(cursor, items):
    """{(item id, annotator id): id of the current judgement} of items by their candidate's output."""
    cursor.execute(KNOWN, [list(items.values())])
    return {(item, annotator): judgement for item, annotator, judgement in cursor.fetchall()}


def _items(apps, task, rows):
    """{candidate's output id: item id} of the pairs of these rows; new ones are made."""
    TaskItem, AnnotationTask = apps.get_model("annotations", "TaskItem"), apps.get_model("annotations", "AnnotationTask")
    pairs = {output: (case, baseline) for _pk, _grader, output, case, baseline, *_ in rows}

    def known():
        found = TaskItem.objects.filter(task=task, test_case__in=[case for case, _baseline in pairs.values()])
        return {outputs[0]: pk for pk, outputs in found.values_list("pk", "outputs") if outputs[0] in pairs}

    new = sorted(set(pairs) - set(known()))
    last = TaskItem.objects.filter(task=task).aggregate(last=Max("position"))["last"]
    TaskItem.objects.bulk_create(
        TaskItem(
            task=task,
            test_case_id=pairs[output][0],
            outputs=[output, pairs[output][1]],
            position=position,
            open_slots=task.required_annotations_per_item,
        )
        for position, output in enumerate(new, start=0 if last is None else last + 1)
    )
    AnnotationTask.objects.filter(pk=task.pk).update(total_items=F("total_items") + len(new))
    return known()


def _annotator(apps, owner, grader_id):
    """The id of the Annotator that is this judge, by the same fingerprint as of those that are made today."""
    plain = grader_id.removesuffix(SWAPPED)
    key, _colon, rest = plain.partition(":")
    is_model, version = key == "llm_judge", rest.partition(":")[0]
    model = rest.partition(":")[2] if is_model else ""
    parameters = {"grader_id": plain} | ({"temperature": 0.0} if is_model else {})
    found, _is_new = apps.get_model("annotations", "Annotator").objects.get_or_create(
        organization_id=owner.organization_id,
        fingerprint=hashlib.sha256(_dumps(["pair_judge", grader_id]).encode()).hexdigest(),
        kind="llm" if model else "program",
        defaults={
            "name": grader_id[:200],
            "method": key,
            "model": model,
            "prompt_version": plain[:100] if model else "",
            "parser_version": (version if is_model else "1")[:40],
            "parameters": parameters | ({} if plain == grader_id else {"order": "candidate_first"}),
            "simulated": model.rpartition("/")[2].startswith("simulated-"),
        },
    )
    return found.pk


def _made_task(apps, owner):
    AnnotationTask, SchemaVersion, Question = (
        apps.get_model("annotations", name) for name in ("AnnotationTask", "SchemaVersion", "Question")
    )
    is_grading = owner._meta.model_name == "gradingrun"
    name = f"Grading: {owner.name}" if is_grading else f"Routed prompts: {owner.task_type}"
    task = AnnotationTask.objects.create(
        organization_id=owner.organization_id,
        dataset_version_id=owner.dataset_version_id,
        name=name[:255],
        instructions=INSTRUCTIONS,
        required_annotations_per_item=1,
        sampling_config={"strategy": "all", "sample_size": None, "seed": 0, "filter": {}},
        status="PAUSED",
        preparation="READY",
        is_listed=False,
        keeps_order=True,
        created_by_id=owner.created_by_id,
    )
    form = SchemaVersion.objects.create(task=task, number=1, frozen_at=owner.created_at)
    Question.objects.create(schema_version=form, **QUESTION)
    AnnotationTask.objects.filter(pk=task.pk).update(schema_version=form)
    type(owner).objects.filter(pk=owner.pk).update(task=task)
    owner.task = task
    return task


def _dumps(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def number(name, kind=models.FloatField, **more):
    return migrations.AlterField("qualityobservation", f"own_{name}", kind(blank=True, null=True, **more))


def constraint(name, condition):
    return [
        AddConstraintNotValid("qualityobservation", models.CheckConstraint(condition=condition, name=name)),
        ValidateConstraint("qualityobservation", name),
    ]


NUMBERS = ("own_quality_score", "own_cost_usd", "own_latency_ms", "own_tokens_in", "own_tokens_out")
HAS_OWN = Q(judgement=None, output=None, own_quality_score__isnull=False, own_latency_ms__isnull=False)
IS_JUDGED = Q(judgement__isnull=False, output__isnull=False, own_notes="", imported=False) & Q(
    **{f"{name}__isnull": True for name in NUMBERS}
)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("reviews", "0012_tasks_of_gradings"), ("annotations", "0007_unlisted_tasks")]

    operations = [
        *(
            migrations.RemoveConstraint("qualityobservation", f"observation_{name}")
            for name in ("quality_range", "cost", "latency")
        ),
        *(migrations.RenameField("qualityobservation", name, f"own_{name}") for name in OWN),
        number("quality_score"),
        number("latency_ms"),
        number("cost_usd", models.DecimalField, max_digits=20, decimal_places=10),
        *constraint(
            "observation_quality_range",
            Q(own_quality_score__isnull=True) | Q(own_quality_score__gte=0, own_quality_score__lte=1),
        ),
        *constraint("observation_cost", Q(own_cost_usd__isnull=True) | Q(own_cost_usd__gte=0)),
        *constraint("observation_latency", Q(own_latency_ms__isnull=True) | Q(own_latency_ms__gte=0)),
        migrations.AddField("qualityobservation", "judgement", models.OneToOneField(
            blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+",
            to="annotations.judgement",
        )),
        migrations.AlterField("qualityobservation", "output", models.ForeignKey(
            blank=True, db_index=False, help_text="that the judgement is of", null=True,
            on_delete=django.db.models.deletion.CASCADE, related_name="+", to="datasets.modeloutput",
        )),
        migrations.RunPython(fill, copy_back),
        *constraint("observation_own_or_judged", HAS_OWN | IS_JUDGED),
    ]
