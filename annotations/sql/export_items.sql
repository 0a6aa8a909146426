-- Every item of a task with what was judged, as one JSON object, in order.
SELECT json_build_object(
    'item_id', i.id::text,
    'external_id', c.external_id,
    'input', c.input,
    'output', (SELECT o.text FROM datasets_modeloutput o WHERE o.id = i.outputs[1]),
    'expected_output', c.expected_output,
    'metadata', c.metadata
)
FROM annotations_taskitem i
JOIN datasets_testcase c ON c.id = i.test_case_id
WHERE i.task_id = %(task)s
ORDER BY i.position
