-- Of each question of the tasks, how often the answers of other people equal one annotator's: a row for each share that
-- an item has, with the number of its items. Only labels given before seeing others count, of an annotator's newest
-- items in each task.
WITH mine AS (
    SELECT a.item_id, j.question_id, j.value
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
    SELECT m.question_id, m.item_id, a.annotator_id, (j.value = m.value)::int AS equal
    FROM mine m
    JOIN annotations_annotation a ON a.item_id = m.item_id AND a.annotator_id <> %(annotator)s AND a.round = 1
        AND a.exposure = 'blind' AND NOT a.flagged AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
    JOIN annotations_annotator p ON p.id = a.annotator_id AND p.kind = 'human'
    JOIN annotations_judgement j ON j.annotation_id = a.id AND j.question_id = m.question_id
    WHERE NOT j.abstained
), of_item AS (
    SELECT question_id, item_id, avg(equal)::float8 AS share FROM compared GROUP BY question_id, item_id
), people AS (
    SELECT question_id, count(DISTINCT annotator_id) AS n FROM compared GROUP BY question_id
)
SELECT i.question_id, i.share, count(*) AS times, p.n
FROM of_item i JOIN people p USING (question_id)
GROUP BY i.question_id, i.share, p.n
