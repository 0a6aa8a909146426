-- One label that counts, of annotator k.id on one question.
SELECT 1
FROM annotations_annotation a
JOIN annotations_judgement j ON j.annotation_id = a.id
WHERE a.task_id = %(task)s AND a.annotator_id = k.id AND j.question_id = %(question)s AND j.number IS NOT NULL
  AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
LIMIT 1
