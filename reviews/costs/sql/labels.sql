-- Items and labels that models answered in annotation tasks, by group and in all.
SELECT grp, count(*), sum(labels)::bigint FROM (
    SELECT CASE WHEN %(by)s = 'model' THEN s.model ELSE r.task_id::text END AS grp, q.item_id, count(j.id) AS labels
    FROM reviews_llmrequest q
    JOIN reviews_runstage s ON s.id = q.stage_id
    JOIN reviews_evaluationrun r ON r.id = q.run_id
    LEFT JOIN annotations_judgement j ON j.annotation_id = q.annotation_id AND NOT j.abstained
    WHERE r.organization_id = %(organization)s AND r.kind = 'scoring' AND q.state = 'done'
      AND q.finished_at >= %(since)s AND q.finished_at < %(until)s
      AND q.annotation_id IS NOT NULL AND q.reused_from_id IS NULL
      AND (s.model ~ '(^|/)simulated-[^/]*$') = %(simulated)s
      AND (%(model)s = '' OR s.model = %(model)s) AND (%(task)s::uuid IS NULL OR r.task_id = %(task)s::uuid)
    GROUP BY 1, 2
) each
GROUP BY GROUPING SETS ((grp), ())
