-- The score of each case by each question: the mean over its outputs and scorers, or the share of them that pass.
SELECT j.question_id, i.test_case_id, avg(CASE WHEN %(pass_at)s::float8 IS NULL THEN j.number
                                WHEN %(lower)s THEN (j.number <= %(pass_at)s::float8)::int
                                ELSE (j.number >= %(pass_at)s::float8)::int END)::float8
FROM annotations_annotation a
JOIN annotations_judgement j ON j.annotation_id = a.id
JOIN unnest(%(questions)s::bigint[], %(annotators)s::uuid[]) asked (question, annotator)
     ON asked.question = j.question_id AND asked.annotator = a.annotator_id
JOIN annotations_taskitem i ON i.id = a.item_id
WHERE a.task_id = %(task)s AND a.round = 1
  AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND j.number IS NOT NULL
GROUP BY j.question_id, i.test_case_id
ORDER BY j.question_id, i.test_case_id
