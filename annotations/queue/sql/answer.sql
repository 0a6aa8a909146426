-- One statement for one answer: lock the item, turn this annotator's lease on it into a submitted assignment, and store
-- the annotation, its judgements (a JSON list of rows) and the event that tells of it. No row: the task has no such item.
-- `content_sha256` is the SHA-256 of the stored input (as Postgres writes the JSON) and the outputs in order, with the
-- separator U+001F: what the answer was about.
-- Without an `exposure` it looks for what the annotator saw before.
-- `next_item_id` is what peek.sql finds, for the holder of a lease.
-- With `placed` the assignment is known, or there is none, and no lease is looked for. `annotation_id` null: there was no
-- lease to turn, or the task takes no answers; nothing was written. The update needs the locked item, so that locks are
-- taken in the order used everywhere; after a wait its conditions are read anew.
WITH item AS MATERIALIZED (
    SELECT i.id, i.position, i.priority, i.open_slots, i.closed_reason, i.test_case_id, i.outputs,
           t.status, t.guideline_version
    FROM annotations_taskitem i
    JOIN annotations_annotationtask t ON t.id = i.task_id
    WHERE i.id = %(item_id)s AND i.task_id = %(task_id)s
    FOR UPDATE OF i
), content AS (
    SELECT encode(sha256(convert_to(concat_ws(chr(31), c.input::text, (
        SELECT string_agg(o.text, chr(31) ORDER BY array_position(item.outputs, o.id))
        FROM datasets_modeloutput o WHERE o.id = ANY (item.outputs)
    )), 'UTF8')), 'hex') AS sha256
    FROM item
    JOIN datasets_testcase c ON c.id = item.test_case_id
), seen AS MATERIALIZED (
    SELECT coalesce(%(exposure)s::text, {exposure}) AS exposure FROM item
), flipped AS (
    UPDATE annotations_assignment a SET state = 'submitted', ended_at = clock_timestamp()
    FROM item
    WHERE NOT %(placed)s AND item.status IN ('ACTIVE', 'PAUSED')
      AND a.item_id = item.id AND a.annotator_id = %(annotator_id)s AND a.round = 1
      AND a.state IN ('leased', 'prefetched', 'returned')
      AND (%(token)s::uuid IS NULL OR a.token = %(token)s::uuid)
    RETURNING a.id
), place AS (
    SELECT flipped.id FROM flipped
    UNION ALL
    SELECT %(assignment_id)s::bigint FROM item WHERE %(placed)s
), stored AS (
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, assignment_id, schema_version_id, round, revision, submission_id, body_hash,
        origin, exposure, time_spent_seconds, flagged, flag_reason, submitted_at, content_sha256, guideline_version
    )
    SELECT %(task_id)s, %(item_id)s, %(annotator_id)s, place.id, %(schema_version_id)s, %(round)s, %(revision)s,
           %(submission_id)s, %(body_hash)s, %(origin)s, seen.exposure, %(time_spent_seconds)s::float8, %(flagged)s,
           %(flag_reason)s, clock_timestamp(), content.sha256, item.guideline_version
    FROM item, place, content, seen
    RETURNING id, assignment_id, task_id, item_id, annotator_id, submitted_at
), judged AS (
    INSERT INTO annotations_judgement (
        annotation_id, question_id, value, number, justification, confidence, abstained, failure, details
    )
    SELECT stored.id, j.question_id, j.value, j.number, j.justification, j.confidence, j.abstained,
           j.failure, j.details
    FROM stored, jsonb_to_recordset(%(judgements)s::jsonb) AS j(
        question_id bigint, value jsonb, number float8, justification text, confidence float8, abstained boolean,
        failure text, details jsonb
    )
    RETURNING id, question_id
), noted AS (
    INSERT INTO annotations_annotationevent (task_id, item_id, actor_id, verb, details, at)
    SELECT task_id, item_id, annotator_id, %(verb)s, jsonb_build_object('annotation', id), submitted_at FROM stored
)
SELECT item.id, item.position, item.priority, item.open_slots, item.closed_reason, item.test_case_id, item.outputs,
       item.status, seen.exposure, stored.id AS annotation_id, stored.assignment_id, stored.submitted_at,
       (SELECT jsonb_object_agg(question_id, id) FROM judged) AS judgement_ids,
       CASE WHEN NOT %(placed)s THEN ({peek}) END AS next_item_id
FROM item
CROSS JOIN seen
LEFT JOIN stored ON true
