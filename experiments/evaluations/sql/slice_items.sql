-- The items of a task by the commonest values of a metadata field: each value with the ids as text of bytes, 8 an item.
SELECT l.label, string_agg(int8send(l.id), ''::bytea) AS items
FROM (
    SELECT i.id, c.metadata ->> %(field)s AS label
    FROM annotations_taskitem i JOIN datasets_testcase c ON c.id = i.test_case_id
    WHERE i.task_id = %(task)s
    OFFSET 0
) l
WHERE length(l.label) <= %(longest)s
GROUP BY l.label
ORDER BY count(*) DESC, l.label
LIMIT %(most)s
