-- Blind audits of answers drawn by chance, by step, by group and in all, each answer weighted by the inverse of its
-- chance (Hajek 1971). Several auditors of one answer share its weight. Kish's effective size is that of the interval.
WITH audited AS (
    SELECT date_trunc(%(step)s, min(d.decided_at) AT TIME ZONE 'UTC')::date AS moment,
           CASE WHEN %(by)s = 'model' THEN w.model ELSE n.task_id::text END AS grp,
           avg((d.verdict = 'override')::int)::float AS error, 1 / p.inclusion_probability AS weight
    FROM reviews_audit d
    JOIN annotations_judgement j ON j.id = d.judgement_id
    JOIN annotations_annotation n ON n.id = j.annotation_id
    JOIN reviews_auditsample p ON p.annotation_id = n.id
    JOIN annotations_annotator w ON w.id = n.annotator_id
    WHERE w.organization_id = %(organization)s AND d.decided_at >= %(since)s AND d.decided_at < %(until)s
      AND d.blind AND d.invalid_reason = '' AND d.verdict = ANY (%(verdicts)s) AND w.kind = 'llm'
      AND w.simulated = %(simulated)s
      AND (%(model)s = '' OR w.model = %(model)s) AND (%(task)s::uuid IS NULL OR n.task_id = %(task)s::uuid)
    GROUP BY j.id, w.model, n.task_id, p.inclusion_probability
)
SELECT moment, grp, grouping(moment, grp), count(*), sum(weight * error) / sum(weight),
       sum(weight) ^ 2 / sum(weight ^ 2)
FROM audited
GROUP BY GROUPING SETS ((moment), (grp), ())
