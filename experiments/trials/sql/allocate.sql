-- Give each unit its variant unless it has one; in one order, so that two requests never wait for each other.
INSERT INTO experiments_allocation (experiment_id, variant_id, unit, propensity, shares_number)
SELECT %(experiment)s, variant, unit, propensity, %(shares)s
FROM unnest(%(units)s::text[], %(variants)s::uuid[], %(propensities)s::float8[]) AS given (unit, variant, propensity)
ORDER BY unit
ON CONFLICT (experiment_id, unit) DO NOTHING
