-- How many cases of an experiment other ones have as well: with the same input and the same expected output.
WITH scored AS (
    SELECT DISTINCT v.experiment_id, c.input, coalesce(c.expected_output, '') AS expected
    FROM experiments_variant v
    JOIN experiments_evaluation e ON e.id = v.evaluation_id
    JOIN annotations_taskitem i ON i.task_id = e.task_id
    JOIN datasets_testcase c ON c.id = i.test_case_id
    WHERE v.is_control AND (v.experiment_id = %(experiment)s OR v.experiment_id = ANY (%(others)s))
)
SELECT other.experiment_id, count(*)
FROM scored own
JOIN scored other ON other.input = own.input AND other.expected = own.expected AND other.experiment_id <> own.experiment_id
WHERE own.experiment_id = %(experiment)s
GROUP BY other.experiment_id
