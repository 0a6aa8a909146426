-- The commonest values of a metadata field among the items of a task.
SELECT c.metadata ->> %(field)s AS label, count(*) AS n
FROM annotations_taskitem i JOIN datasets_testcase c ON c.id = i.test_case_id
WHERE i.task_id = %(task)s AND length(c.metadata ->> %(field)s) <= %(longest)s
GROUP BY 1
ORDER BY n DESC, label
LIMIT %(most)s
