-- Evaluations that ended since an active gate was made and that it has not decided since (an evaluation whose
-- failures were tried again ends once more); single answers are not gated.
SELECT g.id, e.id, g.organization_id
FROM experiments_gate g
JOIN experiments_evaluation e ON e.organization_id = g.organization_id AND e.state = 'done' AND e.type <> 'SINGLE'
                             AND e.finished_at >= g.created_at
JOIN annotations_annotationtask t ON t.id = e.task_id
JOIN datasets_datasetversion v ON v.id = t.dataset_version_id
WHERE g.is_active AND (g.dataset_id IS NULL OR g.dataset_id = v.dataset_id)
  AND NOT EXISTS (SELECT 1 FROM experiments_gateresult r WHERE r.gate_id = g.id AND r.evaluation_id = e.id
                  AND r.decided_at >= e.finished_at)
ORDER BY e.finished_at, g.id
