-- How near one annotator is to other people in each week, over the questions given: a row for each week and each share of
-- equal answers that an item has, with the number of its items and questions. Only labels given before seeing others
-- count, as in own_agreement.sql.
WITH mine AS (
    SELECT a.item_id, date_trunc('week', a.submitted_at)::date AS week, j.question_id, j.value
    FROM annotations_annotation a
    JOIN annotations_judgement j ON j.annotation_id = a.id AND j.question_id = ANY (%(questions)s::bigint[])
    WHERE a.task_id = ANY (%(tasks)s::uuid[]) AND a.annotator_id = %(annotator)s AND a.submitted_at >= %(since)s
        AND a.round = 1 AND a.exposure = 'blind' AND NOT a.flagged AND a.withdrawn_at IS NULL
        AND a.superseded_at IS NULL AND NOT j.abstained
), of_item AS (
    SELECT m.week, m.item_id, m.question_id, avg((j.value = m.value)::int)::float8 AS share
    FROM mine m
    JOIN annotations_annotation a ON a.item_id = m.item_id AND a.annotator_id <> %(annotator)s AND a.round = 1
        AND a.exposure = 'blind' AND NOT a.flagged AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
    JOIN annotations_annotator p ON p.id = a.annotator_id AND p.kind = 'human'
    JOIN annotations_judgement j ON j.annotation_id = a.id AND j.question_id = m.question_id
    WHERE NOT j.abstained
    GROUP BY m.week, m.item_id, m.question_id
), of_week AS ( -- an item counts once: its questions err together
    SELECT week, item_id, avg(share) AS share FROM of_item GROUP BY week, item_id
)
SELECT week, share, count(*) FROM of_week GROUP BY week, share
