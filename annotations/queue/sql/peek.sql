-- The item that a claim would probably hand out after an item, in the same band: what waits for the annotator (`rank` 0
-- and 1), else the next open one. The item itself is left out: to answer.sql, of which this is a part, its lease has
-- not ended yet. The order and the look-up of the annotator's own assignment are written as in claim.sql.
SELECT next.item_id FROM (
    (SELECT a.item_id, CASE a.state WHEN 'returned' THEN 0 ELSE 1 END AS rank
     FROM annotations_assignment a
     WHERE a.task_id = %(task)s AND a.annotator_id = %(annotator)s AND a.ended_at IS NULL
       AND a.state IN ('returned', 'prefetched') AND a.item_id <> %(item)s
     ORDER BY rank, a.id
     LIMIT 1)
    UNION ALL
    (SELECT i.id, 2
     FROM annotations_taskitem i
     WHERE i.task_id = %(task)s AND i.open_slots > 0 AND i.closed_reason = ''
       AND i.priority = ANY (ARRAY(SELECT last.priority FROM annotations_taskitem last WHERE last.id = %(item)s))
       AND i.position > (SELECT last.position FROM annotations_taskitem last WHERE last.id = %(item)s)
       AND (SELECT a.id FROM annotations_assignment a
            WHERE a.item_id = i.id AND a.annotator_id = %(annotator)s LIMIT 1) IS NULL
     ORDER BY i.priority DESC, i.position
     LIMIT 1)
) next
ORDER BY next.rank
LIMIT 1
