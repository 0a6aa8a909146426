-- Annotations of a task, each as a line of one JSON object with the fields of AnnotationOut, in the order of their ids:
-- one text of all of them, since to fetch rows takes longer than to make them.
SELECT coalesce(string_agg(row_to_json(shown)::text || chr(10), ''), '') FROM (
    SELECT
        a.id::text AS annotation_id,
        a.item_id::text AS item_id,
        c.external_id,
        n.id AS annotator_id,
        n.name AS annotator,
        n.kind AS annotator_kind,
        n.simulated,
        nullif(n.prompt_version, '') AS prompt_version,
        coalesce(j.labels, '{}') AS labels,
        coalesce(j.justifications, '{}') AS justifications,
        coalesce(j.confidences, '{}') AS confidences,
        coalesce(j.abstained, '[]') AS abstained,
        a.origin,
        a.exposure,
        a.revision,
        a.flagged,
        nullif(a.flag_reason, '') AS flag_reason,
        a.time_spent_seconds,
        to_char(a.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS created_at
    FROM annotations_annotation a
    JOIN annotations_annotator n ON n.id = a.annotator_id
    JOIN annotations_taskitem i ON i.id = a.item_id
    JOIN datasets_testcase c ON c.id = i.test_case_id
    LEFT JOIN (
        SELECT j.annotation_id,
               jsonb_object_agg(q.key, j.value) FILTER (WHERE NOT j.abstained) AS labels,
               jsonb_object_agg(q.key, j.justification) FILTER (WHERE j.justification <> '') AS justifications,
               jsonb_object_agg(q.key, j.confidence) FILTER (WHERE j.confidence IS NOT NULL) AS confidences,
               jsonb_agg(q.key ORDER BY j.id) FILTER (WHERE j.abstained) AS abstained
        FROM annotations_judgement j
        JOIN annotations_question q ON q.id = j.question_id
        WHERE j.annotation_id = ANY (%(ids)s::bigint[])
        GROUP BY j.annotation_id
    ) j ON j.annotation_id = a.id
    WHERE a.id = ANY (%(ids)s::bigint[])
    ORDER BY a.id
) shown
