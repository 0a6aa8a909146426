-- Calls by step and group, by step, by group and in all: price and latency. One scan, bounded by when they were sent.
WITH stages AS MATERIALIZED (
    SELECT s.id, dense_rank() OVER (ORDER BY g.grp)::int AS place, g.grp,
           r.kind = 'scoring' AND s.kind = ANY (%(answering)s) AS is_answering
    FROM reviews_runstage s
    JOIN reviews_evaluationrun r ON r.id = s.run_id,
    LATERAL (SELECT CASE WHEN %(by)s = 'model' THEN s.model ELSE coalesce(r.task_id::text, r.kind) END AS grp) g
    WHERE r.organization_id = %(organization)s
      AND (%(model)s = '' OR s.model = %(model)s) AND (%(task)s::uuid IS NULL OR r.task_id = %(task)s::uuid)
), calls AS (
    SELECT date_trunc(%(step)s, t.started_at AT TIME ZONE 'UTC')::date AS moment, s.place,
           t.cost_usd, t.latency_ms, s.is_answering,
           t.cost_usd IS NULL AND (t.status IN ('ok', 'unreadable', 'lost', 'late') OR t.prompt_tokens IS NOT NULL
                                   OR t.error_class = 'timeout') AS is_unpriced
    FROM reviews_llmattempt t
    JOIN reviews_llmrequest q ON q.id = t.request_id
    JOIN stages s ON s.id = q.stage_id
    WHERE t.started_at >= %(since)s AND t.started_at < %(until)s
      AND t.simulated = %(simulated)s AND t.status NOT IN ('sent', 'blocked')
)
SELECT moment, (SELECT grp FROM stages s WHERE s.place = calls.place LIMIT 1), grouping(moment, place),
       count(*), sum(cost_usd)::float, count(*) FILTER (WHERE is_unpriced),
       count(latency_ms), percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY latency_ms),
       sum(cost_usd) FILTER (WHERE is_answering)::float, count(*) FILTER (WHERE is_answering AND is_unpriced)
FROM calls
GROUP BY GROUPING SETS ((moment, place), (moment), (place), ())
