-- Imported answers of people from the annotation `first` on take slots of their items, which are locked: in the order of
-- the file, until an item has no slot left; the rest stands beside the slots. A slot that the person has in hand is
-- filled with their answer. An answer that came late before stays with the manager who decides about it.
-- Look-ups are scalar subqueries, for right after a large import Postgres takes its tables for empty and would join them
-- row by row.
WITH answered AS MATERIALIZED (
    SELECT a.id, a.item_id, a.annotator_id, held.is_held,
           row_number() OVER (PARTITION BY a.item_id, held.is_held ORDER BY a.id) AS place
    FROM annotations_annotation a
    LEFT JOIN annotations_assignment s ON s.item_id = a.item_id AND s.annotator_id = a.annotator_id AND s.round = 1
    CROSS JOIN LATERAL (SELECT coalesce(s.state, '') IN ('leased', 'prefetched', 'returned') AS is_held) held
    WHERE a.task_id = %(task)s AND a.id >= %(first)s AND a.origin = 'import' AND a.round = 1
      AND (SELECT n.kind FROM annotations_annotator n WHERE n.id = a.annotator_id) = 'human'
      AND a.assignment_id IS NULL AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
      AND s.state IS DISTINCT FROM 'late'
), placed AS (
    SELECT answered.* FROM answered JOIN annotations_taskitem i ON i.id = answered.item_id
    WHERE answered.is_held OR answered.place <= i.open_slots
), made AS (
    INSERT INTO annotations_assignment (task_id, item_id, annotator_id, round, state, token, ended_at, reason)
    SELECT %(task)s, item_id, annotator_id, 1, 'submitted', gen_random_uuid(), clock_timestamp(), '' FROM placed
    ORDER BY item_id
    ON CONFLICT (item_id, annotator_id, round) DO UPDATE
        SET state = EXCLUDED.state, ended_at = EXCLUDED.ended_at, reason = EXCLUDED.reason
)
UPDATE annotations_taskitem i SET open_slots = i.open_slots - taking.n
FROM (SELECT item_id, count(*) AS n FROM placed WHERE NOT is_held GROUP BY item_id) taking
WHERE i.id = taking.item_id
