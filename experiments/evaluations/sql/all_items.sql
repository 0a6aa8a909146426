-- The items of a task as texts of bytes, 8 an item.
SELECT string_agg(int8send(i.id), ''::bytea) FROM annotations_taskitem i WHERE i.task_id = %(task)s GROUP BY i.id / 65536
