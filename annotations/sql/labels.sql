-- Labels of one question as texts of bytes, 20 a label: item (8), place of the annotator in `annotators` (4), number
-- (8). Only current ones, first seen, not flagged. Both tables answer from an index alone.
SELECT string_agg(int8send(a.item_id) || int4send(n.place::int4) || float8send(j.number), ''::bytea)
FROM annotations_judgement j
JOIN annotations_annotation a ON a.id = j.annotation_id
JOIN unnest(%(annotators)s::uuid[]) WITH ORDINALITY AS n(id, place) ON n.id = a.annotator_id
WHERE j.question_id = %(question)s AND j.number IS NOT NULL AND a.task_id = %(task)s
  AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
