-- Every item of a task with its current annotations and what an import kept of its Label Studio task, in order.
SELECT json_build_object(
    'item_id', i.id,
    'position', i.position,
    'external_id', c.external_id,
    'input', c.input,
    'outputs', (SELECT coalesce(json_agg(o.text ORDER BY array_position(i.outputs, o.id)), '[]')
                FROM datasets_modeloutput o WHERE o.id = ANY (i.outputs)),
    'frames', k.frames,
    'annotations', (
        SELECT coalesce(json_agg(json_build_object(
            'id', a.id, 'annotator_id', n.id, 'hidden', h.name, 'annotator', n.name, 'kind', n.kind,
            'simulated', n.simulated, 'email', p.email, 'labels', j.labels, 'abstained', j.abstained,
            'justifications', j.justifications, 'confidences', j.confidences, 'submitted_at', a.submitted_at,
            'time_spent_seconds', a.time_spent_seconds, 'revision', a.revision, 'origin', a.origin,
            'exposure', a.exposure, 'flagged', a.flagged, 'flag_reason', a.flag_reason) ORDER BY a.id), '[]')
        FROM annotations_annotation a
        JOIN annotations_annotator n ON n.id = a.annotator_id
        LEFT JOIN accounts_user p ON p.id = n.user_id
        LEFT JOIN unnest(%(hidden)s::uuid[], %(names)s::text[]) AS h(id, name) ON h.id = n.id
        LEFT JOIN LATERAL (
            SELECT jsonb_object_agg(q.key, j.value) FILTER (WHERE NOT j.abstained) AS labels,
                   jsonb_object_agg(q.key, j.justification) FILTER (WHERE j.justification <> '') AS justifications,
                   jsonb_object_agg(q.key, j.confidence) FILTER (WHERE j.confidence IS NOT NULL) AS confidences,
                   jsonb_agg(q.key ORDER BY q.position) FILTER (WHERE j.abstained) AS abstained
            FROM annotations_judgement j JOIN annotations_question q ON q.id = j.question_id
            WHERE j.annotation_id = a.id
        ) j ON true
        WHERE a.item_id = i.id AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
          AND n.kind = ANY(%(kinds)s) AND (NOT %(blind)s OR a.exposure = 'blind')
    )
)::text
FROM annotations_taskitem i
JOIN datasets_testcase c ON c.id = i.test_case_id
LEFT JOIN (
    SELECT e.item_id, json_agg(json_build_object('actor', e.actor_id, 'details', e.details) ORDER BY e.id) AS frames
    FROM annotations_annotationevent e
    WHERE e.task_id = %(task)s AND e.verb IN ('imported', 'imported_item') AND e.details ? 'label_studio'
    GROUP BY e.item_id
) k ON k.item_id = i.id
WHERE i.task_id = %(task)s AND (/* items */ true)
ORDER BY i.position
