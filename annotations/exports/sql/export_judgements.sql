-- Every judgement of the current annotations of a task as the text of one JSON object, in the order of items,
-- annotations and questions. Lines between "-- with x" and "-- end" are dropped unless x was asked for.
SELECT row_to_json(shown)::text FROM (
    SELECT
        a.id::text AS annotation_id,
        a.item_id::text AS item_id,
        c.external_id,
        coalesce(h.name, n.id::text) AS annotator_id,
        coalesce(h.name, n.name) AS annotator,
        n.kind AS annotator_kind,
        n.simulated,
        q.key AS question,
        q.label_type,
        j.value,
        j.number,
        j.abstained,
        -- with reasons
        nullif(j.justification, '') AS justification,
        j.confidence,
        nullif(a.flag_reason, '') AS flag_reason,
        -- end
        -- with evidence
        (SELECT jsonb_agg(jsonb_build_object(
            'quote', v.quote, 'field', nullif(v.field, ''), 'start', v.start, 'end', v."end", 'match', v.match,
            'score', v.score, 'source_sha256', nullif(v.source_sha256, '')) ORDER BY v.id)
         FROM annotations_evidence v WHERE v.judgement_id = j.id) AS evidence,
        -- end
        -- with audits
        (SELECT jsonb_agg(jsonb_build_object(
            'auditor', coalesce(h2.name, n2.name), 'verdict', d.verdict, 'reason_code', nullif(d.reason_code, ''),
            'note', nullif(d.note, ''), 'mode', d.mode, 'blind', d.blind, 'own_value', o.value,
            'inclusion_probability', d.inclusion_probability, 'decided_at', d.decided_at) ORDER BY d.id)
         FROM reviews_audit d
         JOIN annotations_annotator n2 ON n2.id = d.auditor_id
         LEFT JOIN annotations_judgement o ON o.id = d.own_judgement_id
         LEFT JOIN unnest(%(hidden)s::uuid[], %(names)s::text[]) AS h2(id, name) ON h2.id = n2.id
         WHERE d.judgement_id = j.id) AS audits,
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
    JOIN annotations_judgement j ON j.annotation_id = a.id
    JOIN annotations_question q ON q.id = j.question_id
    JOIN annotations_schemaversion s ON s.id = a.schema_version_id
    LEFT JOIN unnest(%(hidden)s::uuid[], %(names)s::text[]) AS h(id, name) ON h.id = n.id
    WHERE a.task_id = %(task)s AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
      AND n.kind = ANY(%(kinds)s) AND (NOT %(blind)s OR a.exposure = 'blind') AND (/* items */ true)
    ORDER BY i.position, a.id, q.position
) shown
