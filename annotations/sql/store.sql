-- One statement: an annotation, its judgements and the event that tells of it. `judgements` is a JSON list of rows.
-- The judgements' ids come back by question.
WITH stored AS (
    INSERT INTO annotations_annotation (
        task_id, item_id, annotator_id, assignment_id, schema_version_id, round, revision, submission_id, body_hash,
        origin, exposure, time_spent_seconds, flagged, flag_reason, submitted_at
    ) VALUES (
        %(task_id)s, %(item_id)s, %(annotator_id)s, %(assignment_id)s, %(schema_version_id)s, %(round)s, %(revision)s,
        %(submission_id)s, %(body_hash)s, %(origin)s, %(exposure)s, %(time_spent_seconds)s, %(flagged)s,
        %(flag_reason)s, clock_timestamp()
    )
    RETURNING id, task_id, item_id, annotator_id, submitted_at
), judged AS (
    INSERT INTO annotations_judgement (
        annotation_id, question_id, value, number, justification, confidence, abstained
    )
    SELECT stored.id, j.question_id, j.value, j.number, j.justification, j.confidence, j.abstained
    FROM stored, jsonb_to_recordset(%(judgements)s::jsonb) AS j(
        question_id bigint, value jsonb, number float8, justification text, confidence float8, abstained boolean
    )
    RETURNING id, question_id
), noted AS (
    INSERT INTO annotations_annotationevent (task_id, item_id, actor_id, verb, details, at)
    SELECT task_id, item_id, annotator_id, %(verb)s, jsonb_build_object('annotation', id), submitted_at FROM stored
)
SELECT stored.id, stored.submitted_at, (SELECT jsonb_object_agg(question_id, id) FROM judged)
FROM stored
