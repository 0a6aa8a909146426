-- Items of what a system has answered so far, each once; positions go on from the last one.
INSERT INTO annotations_taskitem (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
SELECT %s, q.target, ARRAY[q.result],
       (SELECT coalesce(max(i.position) + 1, 0) FROM annotations_taskitem i WHERE i.task_id = %s)
           + row_number() OVER (ORDER BY q.id) - 1, 0, 1, ''
FROM reviews_llmrequest q
WHERE q.run_id = %s AND q.state = 'done' AND NOT q.replaced
  AND NOT EXISTS (SELECT 1 FROM annotations_taskitem i
                  WHERE i.task_id = %s AND i.test_case_id = q.target AND i.outputs = ARRAY[q.result])
ORDER BY q.id
