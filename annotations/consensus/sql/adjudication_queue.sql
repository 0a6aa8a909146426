-- Items that adjudicators look at, with their total disagreement. The caller fills in what is wanted of them: one
-- question's disagreement only, further items that the list holds, the state and the labels behind it, the page.
WITH scored AS (
  SELECT s.item_id, round(sum(s.score)::numeric, 6) AS total, bool_or(s.asked) AS asked
  FROM (
    SELECT d.item_id, d.score, false AS asked FROM annotations_disagreement d WHERE d.task_id = %(task)s {question}
    UNION ALL
    SELECT r.item_id, 0, true FROM annotations_adjudicationrequest r
    WHERE r.task_id = %(task)s AND r.closed_at IS NULL
    {extra}
  ) s
  GROUP BY s.item_id
)
SELECT {columns}
FROM scored s JOIN annotations_taskitem i ON i.id = s.item_id
WHERE i.task_id = %(task)s {conditions} {page}
