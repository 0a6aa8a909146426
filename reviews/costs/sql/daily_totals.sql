-- What calls, ended requests and labels come to, by day, model, task or kind of run, and whether they are simulated; of
-- one organization, from `since` to before `until`. What simulated calls come to is at example prices.
WITH stages AS MATERIALIZED (
    SELECT s.id, s.model, r.kind, r.task_id, dense_rank() OVER (ORDER BY s.model, r.kind, r.task_id)::int AS place,
           s.model ~ '(^|/)simulated-[^/]*$' AS simulated,
           r.kind = 'scoring' AND s.kind = ANY (%(answering)s) AS is_answering,
           coalesce(e.read_usd, %(read_usd)s) AS read_usd, coalesce(e.written_usd, %(written_usd)s) AS written_usd
    FROM reviews_runstage s
    JOIN reviews_evaluationrun r ON r.id = s.run_id
    LEFT JOIN unnest(%(priced)s::text[], %(read_prices)s::numeric[], %(written_prices)s::numeric[])
        AS e (model, read_usd, written_usd) ON e.model = substring(s.model FROM '[^/]*$')
    WHERE r.organization_id = %(organization)s
), calls AS MATERIALIZED (
    SELECT (t.started_at AT TIME ZONE 'UTC')::date AS day, s.place, t.simulated, s.is_answering,
           CASE WHEN t.simulated THEN (t.prompt_tokens * s.read_usd + t.completion_tokens * s.written_usd) / 1000000
                ELSE t.cost_usd END AS cost_usd,
           floor(ln(t.latency_ms + 1.0::float) / ln(1.01::float))::smallint AS bin,
           t.cost_usd IS NULL AND NOT t.simulated AND (t.status IN ('ok', 'unreadable', 'lost', 'late') OR t.prompt_tokens IS NOT NULL
                                   OR t.error_class = 'timeout') AS is_unpriced
    FROM reviews_llmattempt t
    JOIN reviews_llmrequest q ON q.id = t.request_id
    JOIN stages s ON s.id = q.stage_id
    WHERE t.started_at >= %(since)s AND t.started_at < %(until)s AND t.status NOT IN ('sent', 'blocked')
), called AS (
    SELECT day, place, simulated, count(*) AS calls, sum(cost_usd) AS cost_usd,
           count(*) FILTER (WHERE is_unpriced) AS unpriced,
           sum(cost_usd) FILTER (WHERE is_answering) AS answers_usd,
           count(*) FILTER (WHERE is_answering AND is_unpriced) AS answers_unpriced
    FROM calls GROUP BY day, place, simulated
), timed AS (
    SELECT day, place, simulated, array_agg(bin ORDER BY bin) AS bins, array_agg(n ORDER BY bin) AS counts
    FROM (SELECT day, place, simulated, bin, count(*)::int AS n FROM calls WHERE bin IS NOT NULL GROUP BY 1, 2, 3, 4) each
    GROUP BY day, place, simulated
), requests AS MATERIALIZED (
    SELECT (q.finished_at AT TIME ZONE 'UTC')::date AS day, s.place, s.simulated, q.state, q.item_id, q.annotation_id,
           s.kind = 'scoring' AND q.state = 'done' AND q.annotation_id IS NOT NULL AS is_label
    FROM reviews_llmrequest q
    JOIN stages s ON s.id = q.stage_id
    WHERE q.finished_at >= %(since)s AND q.finished_at < %(until)s AND q.state IN ('done', 'failed')
      AND q.reused_from_id IS NULL
), ended AS (
    SELECT day, place, simulated, count(*) FILTER (WHERE state = 'done') AS done,
           count(*) FILTER (WHERE state = 'failed') AS failed,
           count(DISTINCT item_id) FILTER (WHERE is_label) AS items
    FROM requests GROUP BY day, place, simulated
), labelled AS (
    SELECT q.day, q.place, q.simulated, count(*) AS labels
    FROM requests q
    JOIN annotations_judgement j ON j.annotation_id = q.annotation_id AND NOT j.abstained
    WHERE q.is_label
    GROUP BY q.day, q.place, q.simulated
)
SELECT day, p.model, p.kind, p.task_id, simulated, coalesce(calls, 0) AS calls, cost_usd, coalesce(unpriced, 0) AS unpriced,
       answers_usd, coalesce(answers_unpriced, 0) AS answers_unpriced, coalesce(bins, '{}') AS latency_bins,
       coalesce(counts, '{}') AS latency_counts, coalesce(done, 0) AS done, coalesce(failed, 0) AS failed,
       coalesce(items, 0) AS items, coalesce(labels, 0) AS labels
FROM called
FULL JOIN ended USING (day, place, simulated)
LEFT JOIN timed USING (day, place, simulated)
LEFT JOIN labelled USING (day, place, simulated)
JOIN (SELECT DISTINCT place, model, kind, task_id FROM stages) p USING (place)
