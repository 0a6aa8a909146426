-- The item after a place in its band that a claim would probably hand out.
-- The look-up of the annotator's own assignment is a scalar subquery on purpose, as in claim.sql.
SELECT i.id
FROM annotations_taskitem i
WHERE i.task_id = %(task)s AND i.open_slots > 0 AND i.closed_reason = ''
  AND i.priority = %(priority)s AND i.position > %(position)s
  AND (SELECT a.id FROM annotations_assignment a
       WHERE a.item_id = i.id AND a.annotator_id = %(annotator)s LIMIT 1) IS NULL
ORDER BY i.position
LIMIT 1
