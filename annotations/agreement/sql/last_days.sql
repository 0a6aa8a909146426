-- The day of the last answer by people that counts on each item, as texts of bytes, 12 an item: item (8), number of the
-- day (4), which is 1 for the first day of the year 1. Machines are left out by name: they are few, and people are many.
SELECT string_agg(int8send(d.item_id) || int4send(d.day), ''::bytea)
FROM (
    SELECT a.item_id, (max(a.submitted_at) AT TIME ZONE 'UTC')::date - DATE '0001-01-01' + 1 AS day
    FROM annotations_annotation a
    WHERE a.task_id = %(task)s AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind'
      AND NOT a.flagged AND a.annotator_id <> ALL(%(machines)s::uuid[])
    GROUP BY a.item_id
) d
GROUP BY d.item_id / 65536
