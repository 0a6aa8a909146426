-- Add outcomes of units that have a variant, unless the unit has one of the metric; in one order, as `allocate` does.
INSERT INTO experiments_trafficoutcome (experiment_id, allocation_id, metric_id, value, occurred_at)
SELECT %(experiment)s, allocation, metric, value, coalesce(occurred, now())
FROM unnest(%(allocations)s::bigint[], %(metrics)s::bigint[], %(values)s::float8[], %(occurred)s::timestamptz[])
     AS given (allocation, metric, value, occurred)
ORDER BY allocation, metric
ON CONFLICT (allocation_id, metric_id) DO NOTHING
RETURNING allocation_id, metric_id
