-- The items of a task by the newest days (UTC) on which their outputs occurred: each day with the ids, 8 bytes an item.
SELECT to_char(l.day, 'YYYY-MM-DD'), string_agg(int8send(l.id), ''::bytea) AS items
FROM (
    SELECT i.id, (o.occurred_at AT TIME ZONE 'UTC')::date AS day
    FROM annotations_taskitem i JOIN datasets_modeloutput o ON o.id = i.outputs[1]
    WHERE i.task_id = %(task)s AND o.occurred_at IS NOT NULL
    OFFSET 0
) l
GROUP BY l.day
ORDER BY l.day DESC
LIMIT %(most)s
