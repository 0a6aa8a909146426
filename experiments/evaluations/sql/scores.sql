-- Scores of one question as texts of bytes, 20 a score: item (8), place of the annotator in `annotators` (4), number (8),
-- which is NaN where there is a value without a number. Both tables answer from an index alone.
-- OFFSET 0: the tables are joined first, in the order of the annotations.
SELECT string_agg(int8send(l.item_id) || int4send(n.place::int4) || float8send(coalesce(l.number, 'NaN')), ''::bytea)
FROM (
    SELECT a.item_id, a.annotator_id, j.number
    FROM annotations_judgement j
    JOIN annotations_annotation a ON a.id = j.annotation_id
    WHERE j.question_id = %(question)s AND a.task_id = %(task)s
      AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
    OFFSET 0
) l
JOIN (
    SELECT k.id, min(k.place) AS place
    FROM unnest(%(annotators)s::uuid[]) WITH ORDINALITY AS k(id, place)
    GROUP BY k.id
) n ON n.id = l.annotator_id
GROUP BY l.item_id / 65536
