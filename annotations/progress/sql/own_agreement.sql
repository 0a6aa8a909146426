-- Of each question of the tasks, how often the answers of other people equal one annotator's: a row for each share that
-- an item has, with the number of its items.
WITH {compared}, of_item AS (
    SELECT question_id, item_id, avg(equal)::float8 AS share FROM compared GROUP BY question_id, item_id
), people AS (
    SELECT question_id, count(DISTINCT annotator_id) AS n FROM compared GROUP BY question_id
)
SELECT i.question_id, i.share, count(*) AS times, p.n
FROM of_item i JOIN people p USING (question_id)
GROUP BY i.question_id, i.share, p.n
