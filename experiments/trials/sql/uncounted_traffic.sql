-- Up to which outcome and allocation the summaries of an experiment count, and where the next block of either ends.
WITH counted AS (
    SELECT coalesce(max(counted_to) FILTER (WHERE metric_id IS NOT NULL), 0) AS outcomes,
           coalesce(max(counted_to) FILTER (WHERE metric_id IS NULL), 0) AS allocations
    FROM experiments_trafficsummary WHERE experiment_id = %(experiment)s
)
SELECT outcomes, coalesce(o.last, outcomes), allocations, coalesce(a.last, allocations)
FROM counted
LEFT JOIN LATERAL (
    SELECT max(id) FROM (
        SELECT id FROM experiments_trafficoutcome WHERE experiment_id = %(experiment)s AND id > counted.outcomes
        ORDER BY id LIMIT %(most)s
    ) block
) AS o (last) ON true
LEFT JOIN LATERAL (
    SELECT max(id) FROM (
        SELECT id FROM experiments_allocation WHERE experiment_id = %(experiment)s AND id > counted.allocations
        ORDER BY id LIMIT %(most)s
    ) block
) AS a (last) ON true
