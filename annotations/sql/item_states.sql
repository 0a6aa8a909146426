-- Items of a task by how they stand, each in one state; an adjudicated item is adjudicated whatever else it is.
WITH items AS (
    SELECT i.id, i.open_slots, i.open_slots = 0 OR i.closed_reason <> '' AS is_full
    FROM annotations_taskitem i
    WHERE i.task_id = %(task)s
), held AS (
    SELECT DISTINCT a.item_id FROM annotations_assignment a
    WHERE a.task_id = %(task)s AND a.state IN ('leased', 'prefetched', 'returned')
), adjudicated AS (
    SELECT DISTINCT g.item_id FROM annotations_groundtruth g JOIN items i ON i.id = g.item_id
    WHERE g.is_current AND g.source = 'adjudicated'
), differing AS (
    SELECT DISTINCT d.item_id FROM annotations_disagreement d
    WHERE d.task_id = %(task)s AND d.score > 0
), stated AS (
    SELECT CASE
        WHEN adjudicated.item_id IS NOT NULL THEN 'adjudicated'
        WHEN items.is_full AND held.item_id IS NULL AND differing.item_id IS NOT NULL THEN 'disagreeing'
        WHEN items.is_full AND held.item_id IS NULL THEN 'complete'
        WHEN held.item_id IS NULL AND items.open_slots >= %(required)s THEN 'open'
        ELSE 'in_work'
    END AS state
    FROM items
    LEFT JOIN held ON held.item_id = items.id
    LEFT JOIN adjudicated ON adjudicated.item_id = items.id
    LEFT JOIN differing ON differing.item_id = items.id
)
SELECT state, count(*) FROM stated GROUP BY state
