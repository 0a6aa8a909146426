-- One statement: lock the item, then turn this annotator's lease on it into a submitted assignment. No row: the task has
-- no such item. `assignment_id` null: there was no lease to turn, or the task takes no answers. The update needs the
-- locked item, so that locks are taken in the order used everywhere; after a wait its conditions are read anew.
WITH item AS MATERIALIZED (
    SELECT i.id, i.position, i.priority, i.open_slots, i.closed_reason, i.test_case_id, i.outputs
    FROM annotations_taskitem i
    WHERE i.id = %(item)s AND i.task_id = %(task)s
    FOR UPDATE
), flipped AS (
    UPDATE annotations_assignment a SET state = 'submitted', ended_at = clock_timestamp()
    FROM item, annotations_annotationtask t
    WHERE t.id = %(task)s AND t.status IN ('ACTIVE', 'PAUSED')
      AND a.item_id = item.id AND a.annotator_id = %(annotator)s AND a.round = 1 AND a.state = 'leased'
      AND (%(token)s::uuid IS NULL OR a.token = %(token)s::uuid)
    RETURNING a.id
)
SELECT item.*, t.status, flipped.id AS assignment_id
FROM item
JOIN annotations_annotationtask t ON t.id = %(task)s
LEFT JOIN flipped ON true
