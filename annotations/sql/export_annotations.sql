-- Every current annotation of a task as one JSON object, in the order of items and annotations.
SELECT json_build_object(
    'annotation_id', a.id::text,
    'item_id', a.item_id::text,
    'external_id', c.external_id,
    'annotator_id', n.id,
    'annotator', n.name,
    'annotator_kind', n.kind,
    'simulated', n.simulated,
    'labels', coalesce(j.labels, '{}'),
    'justifications', coalesce(j.justifications, '{}'),
    'confidences', coalesce(j.confidences, '{}'),
    'abstained', coalesce(j.abstained, '[]'),
    'origin', a.origin,
    'exposure', a.exposure,
    'revision', a.revision,
    'flagged', a.flagged,
    'flag_reason', nullif(a.flag_reason, ''),
    'time_spent_seconds', a.time_spent_seconds,
    'submitted_at', a.submitted_at
)
FROM annotations_annotation a
JOIN annotations_annotator n ON n.id = a.annotator_id
JOIN annotations_taskitem i ON i.id = a.item_id
JOIN datasets_testcase c ON c.id = i.test_case_id
LEFT JOIN (
    SELECT j.annotation_id,
           json_object_agg(q.key, j.value) FILTER (WHERE NOT j.abstained) AS labels,
           json_object_agg(q.key, j.justification) FILTER (WHERE j.justification <> '') AS justifications,
           json_object_agg(q.key, j.confidence) FILTER (WHERE j.confidence IS NOT NULL) AS confidences,
           json_agg(q.key ORDER BY q.position) FILTER (WHERE j.abstained) AS abstained
    FROM annotations_judgement j
    JOIN annotations_question q ON q.id = j.question_id
    JOIN annotations_schemaversion s ON s.id = q.schema_version_id
    WHERE s.task_id = %(task)s
    GROUP BY j.annotation_id
) j ON j.annotation_id = a.id
WHERE a.task_id = %(task)s AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
ORDER BY i.position, a.id
