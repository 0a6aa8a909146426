-- The scores of each case's outputs by one question, as they are: case, place of the scorer in `annotators`, number.
SELECT i.test_case_id, array_position(%(annotators)s::uuid[], a.annotator_id), j.number::float8
FROM annotations_annotation a
JOIN annotations_judgement j ON j.annotation_id = a.id AND j.question_id = %(question)s
JOIN annotations_taskitem i ON i.id = a.item_id
WHERE a.task_id = %(task)s AND a.annotator_id = ANY (%(annotators)s) AND a.round = 1
  AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND j.number IS NOT NULL
