-- Requests that ended, by step, by group and in all: how many, and how many without a valid answer.
WITH ended AS (
    SELECT date_trunc(%(step)s, q.finished_at AT TIME ZONE 'UTC')::date AS moment,
           CASE WHEN %(by)s = 'model' THEN s.model ELSE coalesce(r.task_id::text, r.kind) END AS grp,
           q.state = 'failed' AS has_failed
    FROM reviews_llmrequest q
    JOIN reviews_runstage s ON s.id = q.stage_id
    JOIN reviews_evaluationrun r ON r.id = q.run_id
    WHERE r.organization_id = %(organization)s AND q.finished_at >= %(since)s AND q.finished_at < %(until)s
      AND q.state IN ('done', 'failed') AND q.reused_from_id IS NULL
      AND (s.model ~ '(^|/)simulated-[^/]*$') = %(simulated)s
      AND (%(model)s = '' OR s.model = %(model)s) AND (%(task)s::uuid IS NULL OR r.task_id = %(task)s::uuid)
)
SELECT moment, grp, grouping(moment, grp), count(*), count(*) FILTER (WHERE has_failed)
FROM ended
GROUP BY GROUPING SETS ((moment), (grp), ())
