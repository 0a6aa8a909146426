-- How many units of an experiment other ones have as well, counted up to a limit.
SELECT other.id, found.n
FROM unnest(%(others)s::uuid[]) AS other (id)
CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM (
        SELECT 1 FROM experiments_allocation own
        JOIN experiments_allocation theirs ON theirs.unit = own.unit AND theirs.experiment_id = other.id
        WHERE own.experiment_id = %(experiment)s
        LIMIT %(most)s
    ) some
) found
WHERE found.n > 0
