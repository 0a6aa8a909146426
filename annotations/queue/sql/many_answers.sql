-- One statement for answers to several items of a task: lock the items, in the order of their ids as everywhere, and
-- store for each answer (a JSON list of rows) what answer.sql stores for one that is `placed`. Answers of machines have
-- no assignment; those of people have one that was made for them before, under a lock that keeps others out.
-- The lock here holds nobody up: it takes no slot, and whoever asks for the next item must not be told that there is
-- none because a group of answers is being written.
-- A row per answer: item.id null means that the task has no such item. Nothing is stored while the task takes no answers.
WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(answers)s::jsonb) AS g(
        item_id bigint, annotator_id uuid, assignment_id bigint, round smallint, submission_id uuid, body_hash text,
        origin text, exposure text, time_spent_seconds float8, flagged boolean, flag_reason text, judgements jsonb
    )
), item AS MATERIALIZED (
    SELECT i.id, i.position, i.priority, i.open_slots, i.closed_reason, i.test_case_id, i.outputs
    FROM annotations_taskitem i
    WHERE i.task_id = %(task_id)s AND i.id = ANY (ARRAY(SELECT item_id FROM given))
    ORDER BY i.id
    FOR KEY SHARE
), content AS (
    SELECT item.id, encode(sha256(convert_to(concat_ws(chr(31), c.input::text, (
        SELECT string_agg(o.text, chr(31) ORDER BY array_position(item.outputs, o.id))
        FROM datasets_modeloutput o WHERE o.id = ANY (item.outputs)
    )), 'UTF8')), 'hex') AS sha256
    FROM item
    JOIN datasets_testcase c ON c.id = item.test_case_id
), stored AS (
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, assignment_id, schema_version_id, round, revision, submission_id, body_hash,
        origin, exposure, time_spent_seconds, flagged, flag_reason, submitted_at, content_sha256, guideline_version
    )
    SELECT t.id, g.item_id, g.annotator_id, g.assignment_id, %(schema_version_id)s, g.round, 1, g.submission_id,
           g.body_hash, g.origin, g.exposure, g.time_spent_seconds, g.flagged, g.flag_reason, clock_timestamp(),
           content.sha256, t.guideline_version
    FROM given g
    JOIN content ON content.id = g.item_id
    JOIN annotations_annotationtask t ON t.id = %(task_id)s AND t.status IN ('ACTIVE', 'PAUSED')
    ORDER BY g.item_id
    RETURNING id, task_id, item_id, annotator_id, submission_id, submitted_at
), judged AS (
    INSERT INTO annotations_judgement (
        annotation_id, question_id, value, number, justification, confidence, abstained, failure, details
    )
    SELECT stored.id, j.question_id, j.value, j.number, j.justification, j.confidence, j.abstained,
           j.failure, j.details
    FROM stored
    JOIN given g ON g.submission_id = stored.submission_id
    CROSS JOIN LATERAL jsonb_to_recordset(g.judgements) AS j(
        question_id bigint, value jsonb, number float8, justification text, confidence float8, abstained boolean,
        failure text, details jsonb
    )
    RETURNING id, annotation_id, question_id
), judged_ids AS (
    SELECT annotation_id, jsonb_object_agg(question_id, id) AS ids FROM judged GROUP BY annotation_id
), noted AS (
    INSERT INTO annotations_annotationevent (task_id, item_id, actor_id, verb, details, at)
    SELECT task_id, item_id, annotator_id, 'submitted', jsonb_build_object('annotation', id), submitted_at
    FROM stored ORDER BY item_id
)
SELECT item.*, g.submission_id, t.status, stored.id AS annotation_id, stored.submitted_at, judged_ids.ids AS judgement_ids
FROM given g
JOIN annotations_annotationtask t ON t.id = %(task_id)s
LEFT JOIN item ON item.id = g.item_id
LEFT JOIN stored ON stored.submission_id = g.submission_id
LEFT JOIN judged_ids ON judged_ids.annotation_id = stored.id
