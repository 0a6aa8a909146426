-- What the outputs of each case took: the mean over its repetitions, where it is known.
SELECT i.test_case_id, avg(o.{measure})::float8
FROM annotations_taskitem i
JOIN datasets_modeloutput o ON o.id = i.outputs[1]
WHERE i.task_id = %(task)s AND o.{measure} IS NOT NULL
GROUP BY i.test_case_id
ORDER BY i.test_case_id
