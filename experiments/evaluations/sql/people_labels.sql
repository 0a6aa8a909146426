-- What people answered about the outputs of an evaluation, in its own task or in another listed task over the same version
-- that shows the same outputs: (item of the evaluation, its own question where the metric is the same, annotation, question).
-- An item is chosen by chance where its task was drawn at random and the item was not added to it afterwards.
SELECT i.id, own.id, a.id, j.question_id, j.number,
       t.sampling_config ->> 'drawn_for' IS NOT NULL
       OR t.sampling_config ->> 'strategy' = 'random' AND o.position < (t.sampling_config ->> 'sample_size')::int AND t.id <> %(task)s
FROM annotations_annotationtask t
JOIN annotations_annotation a ON a.task_id = t.id AND a.round = 1
                             AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND NOT a.flagged
JOIN annotations_annotator n ON n.id = a.annotator_id AND n.kind = 'human'
JOIN annotations_taskitem o ON o.id = a.item_id
JOIN annotations_taskitem i ON i.task_id = %(task)s AND i.test_case_id = o.test_case_id AND i.outputs = o.outputs
JOIN annotations_judgement j ON j.annotation_id = a.id AND NOT j.abstained
JOIN annotations_question q ON q.id = j.question_id
LEFT JOIN annotations_question own ON own.schema_version_id = %(form)s AND own.metric_id = q.metric_id
WHERE t.organization_id = %(organization)s AND t.dataset_version_id = %(version)s AND (t.is_listed OR t.id = %(task)s)
ORDER BY a.id, j.id
