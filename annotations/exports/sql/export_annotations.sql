-- Every current annotation of a task as the text of one JSON object, in the order of items and annotations.
-- Lines between "-- with x" and "-- end" are dropped unless x was asked for.
SELECT row_to_json(shown)::text FROM (
    SELECT
        a.id::text AS annotation_id,
        a.item_id::text AS item_id,
        c.external_id,
        coalesce(h.name, n.id::text) AS annotator_id,
        coalesce(h.name, n.name) AS annotator,
        n.kind AS annotator_kind,
        n.simulated,
        coalesce(j.labels, '{}') AS labels,
        coalesce(j.abstained, '[]') AS abstained,
        -- with reasons
        coalesce(j.justifications, '{}') AS justifications,
        coalesce(j.confidences, '{}') AS confidences,
        nullif(a.flag_reason, '') AS flag_reason,
        -- end
        -- with evidence
        coalesce(e.evidence, '{}') AS evidence,
        -- end
        -- with audits
        coalesce(u.audits, '{}') AS audits,
        -- end
        -- with exposure
        a.exposure,
        -- end
        -- with timings
        a.time_spent_seconds,
        a.submitted_at,
        -- end
        a.origin,
        a.revision,
        a.flagged,
        a.guideline_version,
        s.number AS schema_version
    FROM annotations_annotation a
    JOIN annotations_annotator n ON n.id = a.annotator_id
    JOIN annotations_taskitem i ON i.id = a.item_id
    JOIN datasets_testcase c ON c.id = i.test_case_id
    JOIN annotations_schemaversion s ON s.id = a.schema_version_id
    LEFT JOIN unnest(%(hidden)s::uuid[], %(names)s::text[]) AS h(id, name) ON h.id = n.id
    LEFT JOIN (
        SELECT j.annotation_id,
               jsonb_object_agg(q.key, j.value) FILTER (WHERE NOT j.abstained) AS labels,
               -- with reasons
               jsonb_object_agg(q.key, j.justification) FILTER (WHERE j.justification <> '') AS justifications,
               jsonb_object_agg(q.key, j.confidence) FILTER (WHERE j.confidence IS NOT NULL) AS confidences,
               -- end
               jsonb_agg(q.key ORDER BY q.position) FILTER (WHERE j.abstained) AS abstained
        FROM annotations_judgement j
        JOIN annotations_question q ON q.id = j.question_id
        JOIN annotations_schemaversion s ON s.id = q.schema_version_id
        WHERE s.task_id = %(task)s
        GROUP BY j.annotation_id
    ) j ON j.annotation_id = a.id
    -- with evidence
    LEFT JOIN (
        SELECT e.annotation_id, jsonb_object_agg(e.key, e.quotes) AS evidence FROM (
            SELECT j.annotation_id, q.key, jsonb_agg(jsonb_build_object(
                'quote', v.quote, 'field', nullif(v.field, ''), 'start', v.start, 'end', v."end", 'match', v.match,
                'score', v.score, 'source_sha256', nullif(v.source_sha256, '')) ORDER BY v.id) AS quotes
            FROM annotations_evidence v
            JOIN annotations_judgement j ON j.id = v.judgement_id
            JOIN annotations_question q ON q.id = j.question_id
            JOIN annotations_schemaversion s ON s.id = q.schema_version_id
            WHERE s.task_id = %(task)s
            GROUP BY j.annotation_id, q.key
        ) e GROUP BY e.annotation_id
    ) e ON e.annotation_id = a.id
    -- end
    -- with audits
    LEFT JOIN (
        SELECT u.annotation_id, jsonb_object_agg(u.key, u.audits) AS audits FROM (
            SELECT j.annotation_id, q.key, jsonb_agg(jsonb_build_object(
                'auditor', coalesce(h.name, n.name), 'verdict', d.verdict, 'reason_code', nullif(d.reason_code, ''),
                'note', nullif(d.note, ''), 'mode', d.mode, 'blind', d.blind, 'own_value', o.value,
                'inclusion_probability', d.inclusion_probability, 'decided_at', d.decided_at) ORDER BY d.id) AS audits
            FROM reviews_audit d
            JOIN annotations_judgement j ON j.id = d.judgement_id
            JOIN annotations_question q ON q.id = j.question_id
            JOIN annotations_schemaversion s ON s.id = q.schema_version_id
            JOIN annotations_annotator n ON n.id = d.auditor_id
            LEFT JOIN annotations_judgement o ON o.id = d.own_judgement_id
            LEFT JOIN unnest(%(hidden)s::uuid[], %(names)s::text[]) AS h(id, name) ON h.id = n.id
            WHERE s.task_id = %(task)s
            GROUP BY j.annotation_id, q.key
        ) u GROUP BY u.annotation_id
    ) u ON u.annotation_id = a.id
    -- end
    WHERE a.task_id = %(task)s AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
      AND n.kind = ANY(%(kinds)s) AND (NOT %(blind)s OR a.exposure = 'blind') AND (/* items */ true)
    ORDER BY i.position, a.id
) shown
