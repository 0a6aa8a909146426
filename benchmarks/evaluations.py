"""Evaluations: batch scoring by programs, the summary of a million scores by slices, and results by any filter."""

import json
import time
from urllib.parse import urlencode

from django.db import connection

from benchmarks import seeds
from benchmarks.figures import Section, median, ms, percentile
from benchmarks.lists import Caller

SCORERS, SLICES = 5, 20
SCALE = {"min": 0, "max": 100, "integer": True, "unit": "", "ratio": False}
PROGRAMS = [
    "exact_match",
    {"metric": "contains", "parameters": {"text": "days"}},
    {"metric": "regex", "parameters": {"pattern": r"\d+ working days"}},
]
# Scores of one annotator for one question of all items: whole numbers from 0 to 100 by chance of the item, 1 in 1,000
# of them failed.
ANNOTATIONS = """
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, schema_version_id, round, revision, submission_id, body_hash, origin, exposure,
        flagged, flag_reason, submitted_at
    )
    SELECT task_id, id, %(annotator)s, %(schema)s, 1, 1, gen_random_uuid(), '', 'llm', 'blind', false, '', now()
    FROM annotations_taskitem WHERE task_id = %(task)s ORDER BY position
"""
JUDGEMENTS = """
    INSERT INTO annotations_judgement (annotation_id, question_id, value, number, justification, abstained, failure)
    SELECT a.id, %(question)s, CASE WHEN NOT c.failed THEN to_jsonb(c.score) END,
           CASE WHEN NOT c.failed THEN c.score END, '', c.failed,
           CASE WHEN c.failed THEN '{"code":"no_reference","params":{}}' ELSE '' END
    FROM annotations_annotation a
    CROSS JOIN LATERAL (SELECT abs(hashint8extended(a.item_id, %(seed)s)) AS hash) h
    CROSS JOIN LATERAL (SELECT h.hash %% 101 AS score, h.hash %% 1009 = 0 AS failed) c
    WHERE a.task_id = %(task)s AND a.annotator_id = %(annotator)s ORDER BY a.id
"""
REGIONS = """
    UPDATE datasets_testcase SET metadata = metadata || jsonb_build_object('region', 'region ' || row_index %% %s)
    WHERE version_id = %s
"""


def run(site, *, quick):
    outputs, rounds = (2_000, 3) if quick else (200_000, 15)
    where = seeds.organization()
    [admin] = seeds.people(where, 1, role="admin")
    section = Section("Evaluations", "make bench ARGS='evaluations'")
    _batch(section, where, 1_000 if quick else 10_000)
    evaluation = _scored(where, outputs)
    seeds.settle()
    _summary(section, evaluation, outputs, rounds=3)
    site.prepare("collectstatic", "--noinput")
    _results(section, Caller(site.serve().port, admin), evaluation, outputs, rounds)
    return section


def _batch(section, where, outputs):
    from experiments.evaluations.actions import evaluations, steps

    version = seeds.version(where, outputs)
    begun = time.perf_counter()
    evaluation = evaluations.create_batch(dataset_version=version, metrics=PROGRAMS)
    while not evaluation.has_ended:
        evaluation = steps.work_next(pk=evaluation.pk) or evaluation
        evaluation.refresh_from_db()
    seconds = time.perf_counter() - begun
    section.text.append(
        f"{outputs:,} outputs by {len(PROGRAMS)} programs, from the request to the summary, in one worker:"
        f" {seconds:.1f} s, {len(PROGRAMS) * outputs / seconds:,.0f} scores a second."
    )
    section.at_most(f"{outputs:,} outputs by {len(PROGRAMS)} programs, end to end", seconds, 30, "s")


def _scored(where, outputs):
    """An evaluation whose scores were written in bulk: SCORERS for each output, two of them for the first metric."""
    from annotations.models import Annotator, Question
    from experiments.evaluations.actions import evaluations, items
    from experiments.evaluations.models import Evaluation, EvaluationScorer

    version = seeds.version(where, outputs)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(REGIONS, [SLICES, version.pk])
        cursor.execute("SET session_replication_role = DEFAULT")
    version.columns = [*version.columns, {"name": "region", "type": "string", "role": "metadata"}]
    version.save(update_fields=["columns"])
    metrics = [{"metric": "numeric_tolerance", "key": f"score_{number}"} for number in range(SCORERS - 1)]
    evaluation = evaluations.create_batch(dataset_version=version, metrics=metrics, slice_by=["region"])
    Question.objects.filter(schema_version=evaluation.task.schema_version_id).update(config=SCALE)
    items.add_given(evaluation=evaluation)
    Evaluation.objects.filter(pk=evaluation.pk).update(state="done")
    EvaluationScorer.objects.filter(evaluation=evaluation).delete()
    questions = list(Question.objects.filter(schema_version=evaluation.task.schema_version_id).order_by("position"))
    for number, question in enumerate([questions[0], *questions]):
        annotator = Annotator.objects.create(
            organization=where, kind="program", name=f"Scorer {number}", method="numeric_tolerance", fingerprint=number
        )
        EvaluationScorer.objects.create(evaluation=evaluation, question=question, annotator=annotator)
        facts = {
            "task": evaluation.task_id,
            "schema": evaluation.task.schema_version_id,
            "annotator": annotator.pk,
            "question": question.pk,
            "seed": number,
        }
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(ANNOTATIONS, facts)
            cursor.execute(JUDGEMENTS, facts)
            cursor.execute("SET session_replication_role = DEFAULT")
    return Evaluation.objects.get(pk=evaluation.pk)


def _summary(section, evaluation, outputs, *, rounds):
    from experiments.evaluations.actions import summaries

    times = []
    for _round in range(rounds):
        begun = time.perf_counter()
        summaries.refresh(evaluation=evaluation)
        times.append(time.perf_counter() - begun)
    section.text.append(
        f"The summary of {SCORERS * outputs:,} scores of {outputs:,} outputs, all of them and by {SLICES} slices:"
        f" moments, quantiles, histogram and failures, {median(times):.2f} s (median of {rounds})."
    )
    section.at_most(f"summary of {SCORERS * outputs:,} scores by {SLICES} slices", median(times), 2, "s")


def _results(section, caller, evaluation, outputs, rounds):
    way, rows, everything = f"/v1/evaluations/{evaluation.pk}/results", [], []
    for what, query in _queries():
        url = f"{way}?{urlencode(query)}"
        caller.seconds(url)
        times = [caller.seconds(url) for _round in range(rounds)]
        rows.append([what, ms(median(times)), ms(percentile(times, 0.95))])
        everything += times
    section.text.append(
        f"Pages of 50 results over HTTP, out of {SCORERS * outputs:,} scores, each {rounds} times. Times in ms."
    )
    section.table(["filter", "p50", "p95"], rows)
    section.at_most("results by any filter, p95 of all", percentile(everything, 0.95) * 1000, 200, "ms")
    section.at_most("results by the slowest filter, p50", max(float(row[1]) for row in rows), 200, "ms")


def _queries():
    metric = {"metric": "score_1"}
    yield "none", {}
    yield "score of 90 or more, one in nine", metric | {"min_score": 90}
    yield "score of 100, one in a hundred", metric | {"min_score": 100}
    yield "score of 50 to 50", metric | {"min_score": 50, "max_score": 50}
    yield "score above all", metric | {"min_score": 101}
    yield "failed", {"failed": "true"}
    yield "scorers disagree", {"disagree": "true"}
    yield "metadata", {"filter": json.dumps({"region": "region 7"})}
    yield "metadata and failed", {"filter": json.dumps({"region": "region 7"}), "failed": "true"}
    yield "metadata and score", metric | {"filter": json.dumps({"category": "billing"}), "max_score": 1}
