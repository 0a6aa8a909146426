-- Replace the summaries of an experiment by themselves with the outcomes and allocations of a range of ids added.
-- Bins are 2 %% wide: 0, or the sign and the place of the value among the powers of 1.02, of which 1 has place 1400.
-- Differences whose squares are too small for a float8, where Postgres would fail, count as 0.
WITH old AS (
    DELETE FROM experiments_trafficsummary WHERE experiment_id = %(experiment)s
    RETURNING variant_id, metric_id, shares_number, propensity, n, mean, m2, histogram
), counted AS (
    SELECT a.variant_id, o.metric_id, a.shares_number, a.propensity, b.bin,
           count(*) AS n, avg(o.value) AS mean, var_pop(o.value) * count(*) AS m2
    FROM experiments_trafficoutcome o
    JOIN experiments_allocation a ON a.id = o.allocation_id
    CROSS JOIN LATERAL (
        SELECT CASE WHEN o.value = 0 THEN 0
               ELSE sign(o.value) * greatest(1, least(2800, 1400 + ceil(ln(abs(o.value)) / ln(1.02::float8)))) END::int
    ) AS b (bin)
    WHERE o.experiment_id = %(experiment)s AND o.id > %(outcomes_after)s AND o.id <= %(outcomes_to)s
    GROUP BY a.variant_id, o.metric_id, a.shares_number, a.propensity, b.bin
    UNION ALL
    SELECT variant_id, NULL, shares_number, propensity, NULL, count(*), 1, 0
    FROM experiments_allocation
    WHERE experiment_id = %(experiment)s AND id > %(allocations_after)s AND id <= %(allocations_to)s
    GROUP BY variant_id, shares_number, propensity
), parts AS (
    SELECT variant_id, metric_id, shares_number, propensity, n, mean, m2 FROM old
    UNION ALL
    SELECT variant_id, metric_id, shares_number, propensity, n, mean, m2 FROM counted
), totals AS (
    SELECT variant_id, metric_id, shares_number, propensity, sum(n)::bigint AS n, sum(n * mean) / sum(n) AS mean
    FROM parts GROUP BY variant_id, metric_id, shares_number, propensity
), spreads AS (
    SELECT t.variant_id, t.metric_id, t.shares_number, t.propensity, t.n, t.mean,
           sum(p.m2 + p.n * CASE WHEN abs(p.mean - t.mean) < 1e-150 THEN 0 ELSE (p.mean - t.mean) ^ 2 END) AS m2
    FROM totals t
    JOIN parts p ON p.variant_id = t.variant_id AND p.metric_id IS NOT DISTINCT FROM t.metric_id
                AND p.shares_number = t.shares_number
    GROUP BY t.variant_id, t.metric_id, t.shares_number, t.propensity, t.n, t.mean
), bins AS (
    SELECT variant_id, metric_id, shares_number, bin, sum(n) AS n
    FROM (
        SELECT variant_id, metric_id, shares_number, bin, n FROM counted WHERE bin IS NOT NULL
        UNION ALL
        SELECT variant_id, metric_id, shares_number, key::int, value::bigint FROM old, jsonb_each_text(histogram)
    ) each_bin
    GROUP BY variant_id, metric_id, shares_number, bin
), histograms AS (
    SELECT variant_id, metric_id, shares_number, jsonb_object_agg(bin::text, n) AS histogram
    FROM bins GROUP BY variant_id, metric_id, shares_number
)
INSERT INTO experiments_trafficsummary
    (experiment_id, variant_id, metric_id, shares_number, propensity, n, mean, m2, histogram, counted_to)
SELECT %(experiment)s, s.variant_id, s.metric_id, s.shares_number, s.propensity, s.n, s.mean, s.m2,
       coalesce(h.histogram, '{}'),
       CASE WHEN s.metric_id IS NULL THEN %(allocations_to)s ELSE %(outcomes_to)s END
FROM spreads s
LEFT JOIN histograms h ON h.variant_id = s.variant_id AND h.metric_id = s.metric_id
                      AND h.shares_number = s.shares_number
ORDER BY s.variant_id, s.metric_id, s.shares_number
