-- The next outputs that at least one of these programs has not scored, and which of them have. The sum with the round
-- keeps Postgres, which believes a new table to be empty, from reading an index of all first rounds for each output.
SELECT i.id, o.text, o.finish_reason, c.expected_output, c.acceptable_answers, c.input, c.metadata, scored.annotators
FROM annotations_taskitem i
JOIN datasets_testcase c ON c.id = i.test_case_id
JOIN datasets_modeloutput o ON o.id = i.outputs[1]
CROSS JOIN LATERAL (
    SELECT ARRAY(SELECT a.annotator_id FROM annotations_annotation a
                 WHERE a.item_id = i.id AND a.annotator_id = ANY (%(annotators)s) AND a.round + 0 = 1
                   AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL) AS annotators
) scored
WHERE i.task_id = %(task)s AND i.id > %(after)s AND cardinality(scored.annotators) < %(most)s
ORDER BY i.id
LIMIT %(limit)s
