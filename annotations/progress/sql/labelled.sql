-- A row for each question of an item with a label of a person or with ground truth: how many labels, whether they
-- differ, the source of the ground truth or "". Withdrawn items are left out. Labels are read once and counted before
-- they meet their items. Questions with numbers answer from an index alone; other values are compared by a hash.
SELECT r.item_id, r.question_id, r.n, r.differs, r.source, i.is_complete
FROM (
    SELECT l.item_id, l.question_id, sum(l.n) AS n, coalesce(min(l.value) <> max(l.value), false) AS differs,
           coalesce(max(l.source), '') AS source
    FROM (
        SELECT a.item_id, j.question_id, 1 AS n, j.value, NULL::text AS source
        FROM (
            SELECT n.annotation_id, n.question_id, n.number AS value FROM annotations_judgement n
            WHERE n.question_id IN ({numbered}) AND n.number IS NOT NULL
            UNION ALL
            SELECT o.annotation_id, o.question_id, hashtextextended(o.value::text, 0)::float8 FROM annotations_judgement o
            WHERE o.question_id IN ({others}) AND NOT o.abstained
        ) j
        JOIN annotations_annotation a ON a.id = j.annotation_id
        JOIN annotations_annotator w ON w.id = a.annotator_id AND w.kind = 'human'
        WHERE a.task_id = {task} AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
          AND a.origin <> 'audit'
        UNION ALL
        SELECT g.item_id, g.question_id, 0, NULL, g.source
        FROM annotations_groundtruth g
        WHERE g.question_id IN ({questions}) AND g.is_current
    ) l
    GROUP BY l.item_id, l.question_id
) r
JOIN (
    SELECT i.id, {complete} AS is_complete
    FROM annotations_taskitem i LEFT JOIN ({held}) held ON held.item_id = i.id
    WHERE i.task_id = {task} AND i.closed_reason = ''
) i ON i.id = r.item_id
