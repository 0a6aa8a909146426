-- Labels of one question as texts of bytes, 20 a label: item (8), place of the annotator in `annotators` (4), number
-- (8). Only current ones, first seen, not flagged, within some items if asked. Both tables answer from an index alone.
-- OFFSET 0: the tables are joined first, in the order of the annotations; annotator by annotator, each label would be
-- fetched from the table. GROUP BY n.id: the planner knows then that annotators are distinct, and puts them into the
-- hash table instead of all labels.
SELECT string_agg(int8send(l.item_id) || int4send(n.place::int4) || float8send(l.number), ''::bytea)
FROM (
    SELECT a.item_id, a.annotator_id, j.number
    FROM annotations_judgement j
    JOIN annotations_annotation a ON a.id = j.annotation_id
    WHERE j.question_id = %(question)s AND j.number IS NOT NULL AND a.task_id = %(task)s
      AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged {within}
    OFFSET 0
) l
JOIN (
    SELECT k.id, min(k.place) AS place
    FROM unnest(%(annotators)s::uuid[]) WITH ORDINALITY AS k(id, place)
    GROUP BY k.id
) n ON n.id = l.annotator_id
GROUP BY l.item_id / 65536
