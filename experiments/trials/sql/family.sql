-- All experiments that some repeat or are repeated by, and that these do, with the first of each family.
WITH RECURSIVE up AS (
    SELECT id, repeats_id FROM experiments_experiment WHERE id = ANY (%(ids)s)
    UNION
    SELECT e.id, e.repeats_id FROM up JOIN experiments_experiment e ON e.id = up.repeats_id
), down AS (
    SELECT id, id AS first FROM up WHERE repeats_id IS NULL
    UNION ALL
    SELECT e.id, down.first FROM down JOIN experiments_experiment e ON e.repeats_id = down.id
)
SELECT id, first FROM down
