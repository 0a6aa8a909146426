-- One statement: take a slot of each locked item (%(items)s) of an active task that has one and that the annotator never
-- had, up to what the task gives one person. A row per slot: the item and the new submitted assignment.
WITH open AS (
    SELECT i.id, i.task_id FROM annotations_taskitem i
    JOIN annotations_annotationtask t ON t.id = i.task_id
    JOIN annotations_annotator n ON n.id = %(annotator)s
    WHERE i.task_id = %(task)s AND t.status = 'ACTIVE' AND i.id = ANY (%(items)s)
      AND i.open_slots > 0 AND i.closed_reason = '' AND n.blocked_at IS NULL AND {eligible}
), made AS (
    INSERT INTO annotations_assignment (task_id, item_id, annotator_id, round, state, token, ended_at, reason)
    SELECT open.task_id, open.id, %(annotator)s, 1, 'submitted', gen_random_uuid(), clock_timestamp(), ''
    FROM open
    WHERE NOT EXISTS (
        SELECT 1 FROM annotations_assignment a
        WHERE a.item_id = open.id AND a.annotator_id = %(annotator)s AND a.round = 1
    )
    ORDER BY open.id
    LIMIT (SELECT greatest(t.max_items_per_person - {had}, 0) FROM annotations_annotationtask t
           WHERE t.id = %(task)s AND t.max_items_per_person IS NOT NULL)
    RETURNING id, item_id
), taken AS (
    UPDATE annotations_taskitem i SET open_slots = i.open_slots - 1 FROM made WHERE i.id = made.item_id
)
SELECT item_id, id FROM made
