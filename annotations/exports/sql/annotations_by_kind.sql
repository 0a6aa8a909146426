-- Current annotations of a task by the kind of annotator, and of all kinds that an export chooses (a row whose name is
-- null).
WITH given AS (
    SELECT a.item_id, a.annotator_id, n.simulated, n.kind
    FROM annotations_annotation a
    JOIN annotations_annotator n ON n.id = a.annotator_id
    JOIN annotations_taskitem i ON i.id = a.item_id
    WHERE a.task_id = %(task)s AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
      AND (NOT %(blind)s OR a.exposure = 'blind') AND (/* items */ true)
)
SELECT kind, count(DISTINCT item_id), count(*), count(*) FILTER (WHERE simulated) FROM given GROUP BY kind
UNION ALL
SELECT NULL, count(DISTINCT item_id), count(*), count(*) FILTER (WHERE simulated) FROM given
WHERE kind = ANY (%(chosen)s)
