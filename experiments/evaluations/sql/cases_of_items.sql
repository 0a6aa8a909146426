-- The case of each item of a task as texts of bytes, 16 an item: item (8), case (8).
SELECT string_agg(int8send(i.id) || int8send(i.test_case_id), ''::bytea)
FROM annotations_taskitem i WHERE i.task_id = %(task)s GROUP BY i.id / 65536
