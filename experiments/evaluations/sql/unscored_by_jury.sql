-- The next items that a jury has not scored and that all of its members have answered; with `is_over` those with fewer too.
SELECT i.id
FROM annotations_taskitem i
WHERE i.task_id = %(task)s AND i.id > %(after)s
  AND NOT EXISTS (SELECT FROM annotations_annotation a
                  WHERE a.item_id = i.id AND a.annotator_id = %(jury)s AND a.round = 1
                    AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL)
  AND (%(is_over)s OR (SELECT count(*) FROM annotations_annotation a
                       WHERE a.item_id = i.id AND a.annotator_id = ANY (%(members)s::uuid[]) AND a.round = 1
                         AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL) = cardinality(%(members)s::uuid[]))
ORDER BY i.id
LIMIT %(limit)s
