-- One statement: take a slot of each locked item (%(items)s) of an active task that has one and that the annotator never
-- had. A row per slot: the item and the new submitted assignment.
WITH open AS (
    SELECT i.id, i.task_id FROM annotations_taskitem i
    JOIN annotations_annotationtask t ON t.id = i.task_id
    WHERE i.task_id = %(task)s AND t.status = 'ACTIVE' AND i.id = ANY (%(items)s)
      AND i.open_slots > 0 AND i.closed_reason = ''
), made AS (
    INSERT INTO annotations_assignment (task_id, item_id, annotator_id, round, state, token, ended_at, reason)
    SELECT open.task_id, open.id, %(annotator)s, 1, 'submitted', gen_random_uuid(), clock_timestamp(), ''
    FROM open
    WHERE NOT EXISTS (
        SELECT 1 FROM annotations_assignment a
        WHERE a.item_id = open.id AND a.annotator_id = %(annotator)s AND a.round = 1
    )
    ORDER BY open.id
    RETURNING id, item_id
), taken AS (
    UPDATE annotations_taskitem i SET open_slots = i.open_slots - 1 FROM made WHERE i.id = made.item_id
)
SELECT item_id, id FROM made
