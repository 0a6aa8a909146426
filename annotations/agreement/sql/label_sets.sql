-- Answers of one question as they are stored: current, first seen, not flagged.
SELECT a.item_id, n.place::int8, j.value
FROM annotations_judgement j
JOIN annotations_annotation a ON a.id = j.annotation_id
JOIN unnest(%(annotators)s::uuid[]) WITH ORDINALITY AS n(id, place) ON n.id = a.annotator_id
WHERE j.question_id = %(question)s AND NOT j.abstained AND a.task_id = %(task)s
  AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
