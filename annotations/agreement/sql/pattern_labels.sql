-- Labels of one question as (item, number): current, first seen, not flagged. Both tables answer from an index alone.
SELECT a.item_id, j.number
FROM annotations_judgement j
JOIN annotations_annotation a ON a.id = j.annotation_id
WHERE j.question_id = %(question)s AND j.number IS NOT NULL AND a.task_id = %(task)s
  AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
