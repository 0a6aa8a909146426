-- Labels of one question as (item, place of the annotator in `annotators`, number): current, first seen, not flagged.
SELECT a.item_id, n.place::int8, j.number
FROM annotations_judgement j
JOIN annotations_annotation a ON a.id = j.annotation_id
JOIN unnest(%(annotators)s::uuid[]) WITH ORDINALITY AS n(id, place) ON n.id = a.annotator_id
WHERE j.question_id = %(question)s AND j.number IS NOT NULL AND a.task_id = %(task)s
  AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
