-- What people said of each case by one question, wherever they were asked about the same outputs: the mean of the items'
-- means, and whether all of it comes from tasks whose cases were drawn at random for an experiment.
SELECT case_id, avg(number)::float8, bool_and(drawn)
FROM (
    SELECT i.test_case_id AS case_id, i.id AS item_id, avg(j.number) AS number,
           bool_and(t.sampling_config ->> 'drawn_for' IS NOT NULL) AS drawn
    FROM annotations_annotationtask t
    JOIN annotations_annotation a ON a.task_id = t.id AND a.round = 1
                                 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND NOT a.flagged
    JOIN annotations_annotator n ON n.id = a.annotator_id AND n.kind = 'human'
    JOIN annotations_taskitem o ON o.id = a.item_id
    JOIN annotations_taskitem i ON i.task_id = %(task)s AND i.test_case_id = o.test_case_id AND i.outputs = o.outputs
    JOIN annotations_judgement j ON j.annotation_id = a.id AND NOT j.abstained AND j.number IS NOT NULL
    JOIN annotations_question q ON q.id = j.question_id
    JOIN annotations_question own ON own.id = %(question)s AND own.metric_id = q.metric_id
    WHERE t.organization_id = %(organization)s AND t.dataset_version_id = %(version)s
      AND (t.is_listed OR t.id = %(task)s)
    GROUP BY i.test_case_id, i.id
) items
GROUP BY case_id
ORDER BY case_id
