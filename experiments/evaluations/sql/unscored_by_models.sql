-- Why a model has no answer about items of a task, as far as its requests say it: (item, annotator, code). A question that
-- could not be read in an answer has its own row with the question's key.
SELECT q.item_id, s.annotator_id, NULL AS key, CASE WHEN q.state = 'cancelled' THEN 'scoring_cancelled' ELSE q.error_class END
FROM reviews_llmrequest q JOIN reviews_runstage s ON s.id = q.stage_id
WHERE s.run_id = ANY (%(runs)s) AND NOT q.replaced AND q.state IN ('failed', 'cancelled')
UNION ALL
SELECT q.item_id, s.annotator_id, failed.key, 'question_unanswered'
FROM reviews_llmrequest q JOIN reviews_runstage s ON s.id = q.stage_id
CROSS JOIN LATERAL jsonb_object_keys(q.question_failures) AS failed(key)
WHERE s.run_id = ANY (%(runs)s) AND NOT q.replaced AND q.state = 'done' AND q.question_failures <> '{}'
