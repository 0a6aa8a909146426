-- Of an annotator's newest items in each task: `mine`, the own labels, and `compared`, each beside the label of another
-- person to the same question. Only labels given before seeing others count.
mine AS (
    SELECT a.item_id, j.question_id, j.value, j.id
    FROM unnest(%(tasks)s::uuid[]) t(task_id)
    CROSS JOIN LATERAL (
        SELECT a.id, a.item_id FROM annotations_annotation a
        WHERE a.task_id = t.task_id AND a.annotator_id = %(annotator)s AND a.round = 1 AND a.exposure = 'blind'
            AND NOT a.flagged AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
        ORDER BY a.submitted_at DESC LIMIT %(newest)s
    ) a
    JOIN annotations_judgement j ON j.annotation_id = a.id
    WHERE NOT j.abstained
), compared AS (
    SELECT m.question_id, m.item_id, a.annotator_id, m.id AS own_id, j.id AS other_id, (j.value = m.value)::int AS equal
    FROM mine m
    JOIN annotations_annotation a ON a.item_id = m.item_id AND a.annotator_id <> %(annotator)s AND a.round = 1
        AND a.exposure = 'blind' AND NOT a.flagged AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
    JOIN annotations_annotator p ON p.id = a.annotator_id AND p.kind = 'human'
    JOIN annotations_judgement j ON j.annotation_id = a.id AND j.question_id = m.question_id
    WHERE NOT j.abstained
)
