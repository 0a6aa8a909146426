-- What the looks up to one of them say of the primary metric of a treatment, the newest first.
SELECT l.n, (r -> 'running')::text, (r -> 'difference')::text
FROM experiments_experimentlook l
CROSS JOIN LATERAL jsonb_array_elements(l.figures -> 'results') r
WHERE l.experiment_id = %(experiment)s AND l.number <= %(number)s
  AND r -> 'metric' ->> 'role' = 'primary' AND r ->> 'treatment' = %(treatment)s
ORDER BY l.number DESC
LIMIT %(most)s
