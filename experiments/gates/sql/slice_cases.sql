-- The cases of an evaluation, those whose output never came among them, that have all of these values in their metadata.
SELECT c.id
FROM (SELECT i.test_case_id AS id FROM annotations_taskitem i WHERE i.task_id = %(task)s
      UNION
      SELECT q.target FROM reviews_llmrequest q WHERE q.run_id = %(run)s AND NOT q.replaced) s
JOIN datasets_testcase c ON c.id = s.id
WHERE NOT EXISTS (SELECT 1 FROM unnest(%(fields)s::text[], %(values)s::text[]) AS w(field, value)
                  WHERE c.metadata ->> w.field IS DISTINCT FROM w.value)
ORDER BY c.id
