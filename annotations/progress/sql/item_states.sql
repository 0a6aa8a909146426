-- Items of a task by how they stand, each in one state, with how many of them are complete and have a consensus of
-- people, as annotations.progress.actions.completion defines both. An adjudicated item is adjudicated whatever else it is.
WITH items AS (
    SELECT i.id, i.open_slots, i.closed_reason
    FROM annotations_taskitem i
    WHERE i.task_id = %(task)s
), held AS (
    SELECT a.item_id, count(*) AS n FROM annotations_assignment a
    WHERE a.task_id = %(task)s AND a.state IN ('leased', 'prefetched', 'returned')
    GROUP BY a.item_id
), truth AS (
    SELECT g.item_id, bool_or(g.source = 'adjudicated') AS adjudicated,
           bool_or(g.source = ANY (%(people)s) AND q.schema_version_id = %(form)s) AS agreed
    FROM annotations_groundtruth g
    JOIN items i ON i.id = g.item_id
    JOIN annotations_question q ON q.id = g.question_id
    WHERE g.is_current
    GROUP BY g.item_id
), differing AS (
    SELECT DISTINCT d.item_id FROM annotations_disagreement d
    WHERE d.task_id = %(task)s AND d.score > 0
), known AS (
    SELECT items.*, held.item_id IS NOT NULL AS is_held, items.open_slots + coalesce(held.n, 0) AS missing, coalesce(truth.adjudicated, false) AS is_adjudicated,
           coalesce(truth.agreed, false) AS is_agreed, differing.item_id IS NOT NULL AS is_differing,
           items.open_slots = 0 AND items.closed_reason = '' AND held.item_id IS NULL AS is_complete
    FROM items
    LEFT JOIN held ON held.item_id = items.id
    LEFT JOIN truth ON truth.item_id = items.id
    LEFT JOIN differing ON differing.item_id = items.id
), stated AS (
    SELECT CASE
        WHEN closed_reason <> '' THEN 'withdrawn'
        WHEN is_adjudicated THEN 'adjudicated'
        WHEN is_complete AND is_differing THEN 'disagreeing'
        WHEN is_complete THEN 'agreeing'
        WHEN NOT is_held AND open_slots >= %(required)s THEN 'open'
        ELSE 'in_work'
    END AS state, is_complete, is_agreed, CASE WHEN closed_reason = '' THEN missing ELSE 0 END AS missing
    FROM known
)
SELECT state, count(*), count(*) FILTER (WHERE is_complete), count(*) FILTER (WHERE is_agreed), sum(missing)
FROM stated GROUP BY state
