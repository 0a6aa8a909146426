-- Every item of a task with what was judged, as one JSON object, in order.
-- Lines between "-- with x" and "-- end" are dropped unless x was asked for.
SELECT json_build_object(
    'position', i.position,
    'item_id', i.id::text,
    'external_id', c.external_id,
    'input', c.input,
    'output', (SELECT o.text FROM datasets_modeloutput o WHERE o.id = i.outputs[1]),
    'expected_output', c.expected_output,
    'acceptable_answers', c.acceptable_answers,
    'metadata', c.metadata
    -- with values
    , 'annotations', (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
            'annotator', coalesce(h.name, n.name), 'annotator_kind', n.kind, 'labels', (
                SELECT jsonb_object_agg(q.key, j.value) FILTER (WHERE NOT j.abstained)
                FROM annotations_judgement j JOIN annotations_question q ON q.id = j.question_id
                WHERE j.annotation_id = a.id)) ORDER BY a.id), '[]')
        FROM annotations_annotation a
        JOIN annotations_annotator n ON n.id = a.annotator_id
        LEFT JOIN unnest(%(hidden)s::uuid[], %(names)s::text[]) AS h(id, name) ON h.id = n.id
        WHERE a.item_id = i.id AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
          AND n.kind = ANY(%(kinds)s) AND (NOT %(blind)s OR a.exposure = 'blind'))
    -- end
)
FROM annotations_taskitem i
JOIN datasets_testcase c ON c.id = i.test_case_id
WHERE i.task_id = %(task)s AND (/* items */ true)
ORDER BY i.position
