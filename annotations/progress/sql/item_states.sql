-- Items of a task by how they stand, each in one state, with how many of them are complete, as
-- annotations.progress.actions.completion defines it. An adjudicated item is adjudicated whatever else it is.
WITH items AS (
    SELECT i.id, i.open_slots, i.closed_reason
    FROM annotations_taskitem i
    WHERE i.task_id = %(task)s
), held AS (
    {held}
), truth AS (
    SELECT DISTINCT g.item_id
    FROM annotations_groundtruth g
    JOIN items i ON i.id = g.item_id
    WHERE g.is_current AND g.source = 'adjudicated'
), differing AS (
    SELECT DISTINCT d.item_id FROM annotations_disagreement d
    WHERE d.task_id = %(task)s AND d.score > 0
), known AS (
    SELECT i.*, held.item_id IS NOT NULL AS is_held, i.open_slots + coalesce(held.n, 0) AS missing,
           truth.item_id IS NOT NULL AS is_adjudicated, differing.item_id IS NOT NULL AS is_differing, {complete} AS is_complete
    FROM items i
    LEFT JOIN held ON held.item_id = i.id
    LEFT JOIN truth ON truth.item_id = i.id
    LEFT JOIN differing ON differing.item_id = i.id
), stated AS (
    SELECT CASE
        WHEN closed_reason <> '' THEN 'withdrawn'
        WHEN is_adjudicated THEN 'adjudicated'
        WHEN is_complete AND is_differing THEN 'disagreeing'
        WHEN is_complete THEN 'agreeing'
        WHEN NOT is_held AND open_slots >= %(required)s THEN 'open'
        ELSE 'in_work'
    END AS state, is_complete, CASE WHEN closed_reason = '' THEN missing ELSE 0 END AS missing
    FROM known
)
SELECT state, count(*), count(*) FILTER (WHERE is_complete), sum(missing)
FROM stated GROUP BY state
