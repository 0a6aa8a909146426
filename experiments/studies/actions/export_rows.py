"""The statements of a study's export: the rows of each table, and a fingerprint that changes when they do."""

import hashlib

from django.db import connection

from evalhub.lib import strict_json
from experiments.studies.exporting.tables import SCHEMA_VERSION

FETCHED_AT_ONCE = 2_000

# A study's samples with their rubric and the critic's newest word on it.
SAMPLES = """
    SELECT s.id AS study_id, s.name AS study_name, s.run_id, s.window_id, s.settings, s.dataset_version_id, w.concept,
        p.id AS sample_id, p.ordinal AS sample_ordinal, p.model, p.seed, p.rubric, p.label_mapping, p.task_id,
        p.schema_version_id AS rubric_id, q.request_version, coalesce(
            (SELECT x.simulated FROM reviews_llmattempt x WHERE x.request_id = q.id AND x.status = 'ok'), false
        ) AS simulated, k.id AS rubric_critic_id, k.observability,
        k.discriminability
    FROM experiments_study s
    JOIN experiments_evidencewindow w ON w.id = s.window_id
    JOIN experiments_studysample p ON p.study_id = s.id
    LEFT JOIN reviews_llmrequest q ON q.id = p.request_id
    LEFT JOIN LATERAL (
        SELECT id, observability, discriminability FROM reviews_critique
        WHERE schema_version_id = p.schema_version_id ORDER BY id DESC LIMIT 1
    ) k ON true
    WHERE s.id = %(study)s
"""
# Current answers to a sample's rubric as it is now; of people those who answered blind and flagged nothing.
SCORES = """
    FROM p
    JOIN annotations_annotation a ON a.task_id = p.task_id AND a.schema_version_id = p.rubric_id AND a.round = 1
        AND a.origin <> 'audit' AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
    JOIN annotations_annotator n ON n.id = a.annotator_id
        AND (n.kind <> 'human' OR a.exposure = 'blind' AND NOT a.flagged)
    LEFT JOIN LATERAL (
        SELECT id, expert_agreement FROM reviews_critique WHERE annotation_id = a.id ORDER BY id DESC LIMIT 1
    ) c ON true
"""
# What was answered, and the bundle it was about; a form has one question.
BUNDLES = """
    JOIN annotations_taskitem i ON i.id = a.item_id
    JOIN datasets_testcase t ON t.id = i.test_case_id
    LEFT JOIN annotations_judgement j ON j.annotation_id = a.id
    LEFT JOIN reviews_llmrequest r ON r.annotation_id = a.id
    CROSS JOIN LATERAL (
        SELECT coalesce(json_agg(stage::int ORDER BY stage::int), '[]') AS decoded_scores,
            count(*) AS subset_size, count(*) = 0 AS abstained
        FROM jsonb_array_elements_text(
            CASE jsonb_typeof(j.value) WHEN 'array' THEN j.value WHEN 'string' THEN jsonb_build_array(j.value)
            ELSE '[]' END
        ) stage
    ) d
"""
OF_SAMPLE = "p.study_id, p.study_name, p.run_id, p.sample_id, p.sample_ordinal"
OF_SCORER = """
    nullif(n.model, '') AS model, p.model AS rubric_model, n.id AS annotator_id, n.kind AS annotator_kind,
    coalesce((SELECT x.simulated FROM reviews_llmattempt x WHERE x.request_id = r.id AND x.status = 'ok'), n.simulated)
        AS simulated
"""
SCORE = "d.decoded_scores, d.abstained, d.subset_size, c.expert_agreement AS score_expert_agreement_prob"

RESPONSES = f"""
    WITH p AS MATERIALIZED ({SAMPLES})
    SELECT a.id AS response_id, {OF_SAMPLE}, a.item_id AS score_target_id, c.id AS score_critic_id, p.rubric_id,
        p.rubric_critic_id, {OF_SCORER}, p.concept, p.settings->'scale_size' AS scale_size,
        p.settings->'method' AS scoring_method, p.settings->'abstain_enabled' AS abstain_enabled,
        p.settings->'evidence_view' AS evidence_view, p.settings->'evidence_bundle_size' AS evidence_bundle_size,
        p.dataset_version_id, p.settings->'bundle_strategy' AS bundle_strategy, p.settings->'seed' AS study_seed,
        t.metadata->'bundle_signature' AS bundle_signature,
        (SELECT coalesce(json_agg(name), '[]')
         FROM unnest(ARRAY['anonymize_stages', 'shuffle_rubric_order', 'hide_label_text']) name
         WHERE (p.settings->name)::boolean) AS randomizations,
        {SCORE}, nullif(j.justification, '') AS justification,
        p.observability AS rubric_observability_score, p.discriminability AS rubric_discriminability_score,
        t.metadata->'evidence_ids' AS evidence_ids, t.metadata->'evidence_labels' AS evidence_labels,
        t.metadata->'evidence_titles' AS evidence_titles, t.metadata->'evidence_urls' AS evidence_urls,
        array_fill(p.window_id, ARRAY[jsonb_array_length(t.metadata->'evidence_ids')]) AS window_ids,
        t.metadata->'evidence_positions' AS evidence_positions, r.request_version, a.submitted_at
    {SCORES} {BUNDLES}
    ORDER BY a.id
"""
RESPONSE_ITEMS = f"""
    WITH p AS MATERIALIZED ({SAMPLES})
    SELECT a.id AS response_id, {OF_SAMPLE}, a.item_id AS score_target_id, p.rubric_id, {OF_SCORER}, {SCORE},
        t.metadata->'bundle_signature' AS bundle_signature, e.item_position, e.id AS evidence_id,
        t.metadata->'evidence_labels'->>(e.item_position - 1)::int AS evidence_label,
        nullif(t.metadata->'evidence_titles'->>(e.item_position - 1)::int, '') AS evidence_title,
        nullif(t.metadata->'evidence_urls'->>(e.item_position - 1)::int, '') AS evidence_url,
        p.window_id, t.metadata->'evidence_positions'->(e.item_position - 1)::int AS evidence_position
    {SCORES} {BUNDLES}
    CROSS JOIN LATERAL jsonb_array_elements(t.metadata->'evidence_ids') WITH ORDINALITY AS e(id, item_position)
    ORDER BY a.id, e.item_position
"""
RUBRICS = f"""
    WITH p AS ({SAMPLES})
    SELECT p.rubric_id, {OF_SAMPLE}, p.rubric_critic_id, p.model, p.concept, p.settings->'scale_size' AS scale_size,
        p.rubric->'stages' AS stages, p.label_mapping, nullif(p.rubric->>'reasoning', '') AS justification,
        p.observability AS observability_score, p.discriminability AS discriminability_score, p.request_version,
        p.simulated
    FROM p WHERE p.rubric_id IS NOT NULL ORDER BY p.sample_id
"""
EVIDENCE = """
    SELECT e.id AS evidence_id, s.id AS study_id, s.name AS study_name, s.run_id, w.id AS window_id,
        w.name AS window_name, e.position, 'E' || e.position AS label, nullif(e.title, '') AS title,
        nullif(e.url, '') AS url
    FROM experiments_study s
    JOIN experiments_evidencewindow w ON w.id = s.window_id
    JOIN experiments_evidence e ON e.window_id = w.id AND e.position <= s.evidence_to
    WHERE s.id = %(study)s ORDER BY e.position
"""
SAMPLE_ROWS = f"""
    WITH p AS MATERIALIZED ({SAMPLES})
    SELECT {OF_SAMPLE}, p.model, p.seed, p.rubric_id, p.rubric_critic_id,
        (SELECT count(*) FROM annotations_taskitem i WHERE i.task_id = p.task_id) AS score_target_total,
        coalesce(m.score_count, 0) AS score_count, coalesce(m.score_critic_count, 0) AS score_critic_count
    FROM p LEFT JOIN (
        SELECT p.sample_id, count(*) AS score_count, count(c.id) AS score_critic_count {SCORES} GROUP BY p.sample_id
    ) m ON m.sample_id = p.sample_id
    ORDER BY p.sample_id
"""
ROWS = {
    "responses": RESPONSES,
    "response_items": RESPONSE_ITEMS,
    "rubrics": RUBRICS,
    "evidence": EVIDENCE,
    "samples": SAMPLE_ROWS,
}
# Answers, critiques and evidence never change once stored: their ids stand for all that is in them.
HASHES = f"""
    WITH p AS MATERIALIZED ({SAMPLES})
    SELECT
        (SELECT md5(coalesce(string_agg(to_jsonb(p)::text, ',' ORDER BY p.sample_id), '')) FROM p),
        (SELECT concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', a.id, c.id, n.simulated), 0))) {SCORES}),
        (SELECT concat(count(*), ' ', sum(hashint8extended(e.id, 0))) FROM experiments_study s
         JOIN experiments_evidence e ON e.window_id = s.window_id AND e.position <= s.evidence_to
         WHERE s.id = %(study)s)
"""


def stream(table, *, study):
    """The JSON texts of a table's rows in order, through a server-side cursor, a chunk at a time."""
    with connection.chunked_cursor() as cursor:
        cursor.itersize = FETCHED_AT_ONCE
        cursor.execute(f"SELECT row_to_json(shown)::text FROM ({ROWS[table]}) shown", {"study": study.pk})
        for (row,) in cursor:
            yield row


def fingerprint(*, study, about):
    """64 signs that are others when a row of the export or `about` (plain data) is; one statement."""
    with connection.cursor() as cursor:
        cursor.execute(HASHES, {"study": study.pk})
        hashes = list(cursor.fetchone())
    return hashlib.sha256(strict_json.dumps([SCHEMA_VERSION, about, *hashes]).encode()).hexdigest()
