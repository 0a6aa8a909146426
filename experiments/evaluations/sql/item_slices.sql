-- Which value of a metadata field each item of a task has, as texts of bytes, 12 an item: item (8), place of the value in
-- `labels` (4), -1 for any other.
SELECT string_agg(int8send(l.id) || int4send(coalesce(n.place::int4, 0) - 1), ''::bytea)
FROM (
    SELECT i.id, c.metadata ->> %(field)s AS label
    FROM annotations_taskitem i JOIN datasets_testcase c ON c.id = i.test_case_id
    WHERE i.task_id = %(task)s
    OFFSET 0
) l
LEFT JOIN unnest(%(labels)s::text[]) WITH ORDINALITY AS n(label, place) ON n.label = l.label
GROUP BY l.id / 65536
