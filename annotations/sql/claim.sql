-- One statement: return the lease that this annotator holds; without one find the highest open band, step past their
-- cursor, take a place and write the lease. Always one row; `priority` null: no band below `below` hands out anything.
-- `wrapped` false looks after the cursor, true before it.
-- The look-up of the annotator's own assignment is a scalar subquery on purpose: a NOT EXISTS may become a hash join
-- over everything that this annotator ever did.
WITH held AS MATERIALIZED (
    SELECT a.id, a.token, a.item_id, a.lease_until, a.lease_until < clock_timestamp() AS run_out
    FROM annotations_assignment a
    WHERE a.task_id = %(task)s AND a.annotator_id = %(annotator)s AND a.state = 'leased'
), band AS MATERIALIZED (
    SELECT i.priority
    FROM annotations_taskitem i
    WHERE i.task_id = %(task)s AND i.open_slots > 0 AND i.closed_reason = '' AND i.priority < %(below)s
      AND NOT EXISTS (SELECT 1 FROM held)
      AND EXISTS (SELECT 1 FROM annotations_annotationtask t
                  WHERE t.id = %(task)s AND t.status = 'ACTIVE' AND t.preparation = 'READY')
      AND EXISTS (SELECT 1 FROM annotations_annotator n WHERE n.id = %(annotator)s AND n.status = 'active')
    ORDER BY i.priority DESC, i.position
    LIMIT 1
), here AS MATERIALIZED (
    SELECT b.priority, coalesce(c.position, %(start)s) AS position,
           coalesce(c.exhausted_at > clock_timestamp() - interval '5 seconds' AND NOT EXISTS (
               SELECT 1 FROM annotations_assignment f
               WHERE f.task_id = %(task)s AND f.state IN ('skipped', 'expired', 'released')
                 AND f.ended_at > c.exhausted_at), false) AS exhausted
    FROM band b
    LEFT JOIN annotations_cursor c
      ON c.annotator_id = %(annotator)s AND c.task_id = %(task)s AND c.priority = b.priority
), picked AS MATERIALIZED (
    SELECT i.id, i.position, i.priority
    FROM annotations_taskitem i
    WHERE i.task_id = %(task)s AND i.open_slots > 0 AND i.closed_reason = ''
      AND i.priority = (SELECT priority FROM here)
      AND i.position > (SELECT CASE WHEN %(wrapped)s THEN -1 ELSE position END FROM here)
      AND i.position <= (SELECT CASE WHEN %(wrapped)s THEN position ELSE 2147483647 END FROM here)
      AND NOT (SELECT exhausted FROM here)
      AND coalesce((SELECT a.state IN ('expired', 'released') FROM annotations_assignment a
                    WHERE a.item_id = i.id AND a.annotator_id = %(annotator)s
                    ORDER BY a.round DESC LIMIT 1), true)
    ORDER BY i.position
    LIMIT 1
    FOR UPDATE OF i SKIP LOCKED
), taken AS (
    UPDATE annotations_taskitem i SET open_slots = i.open_slots - 1
    FROM picked
    WHERE i.id = picked.id AND i.open_slots > 0
    RETURNING i.id
), lease AS (
    INSERT INTO annotations_assignment AS a
        (task_id, item_id, annotator_id, round, state, token, lease_until, opened_at, reason)
    SELECT %(task)s, taken.id, %(annotator)s, 1, 'leased', gen_random_uuid(),
           clock_timestamp() + make_interval(secs => %(seconds)s), clock_timestamp(), ''
    FROM taken
    ON CONFLICT (item_id, annotator_id, round) DO UPDATE
        SET state = 'leased', token = gen_random_uuid(), lease_until = EXCLUDED.lease_until,
            opened_at = EXCLUDED.opened_at, ended_at = NULL, reason = ''
        WHERE a.state IN ('expired', 'released')
    RETURNING a.id, a.token, a.item_id, a.lease_until
), moved AS (
    INSERT INTO annotations_cursor AS c (annotator_id, task_id, priority, position)
    SELECT %(annotator)s, %(task)s, picked.priority, picked.position
    FROM picked JOIN lease ON lease.item_id = picked.id
    ON CONFLICT (annotator_id, task_id, priority) DO UPDATE SET position = EXCLUDED.position, exhausted_at = NULL
)
SELECT here.priority, here.exhausted, coalesce(held.id, lease.id) AS id, coalesce(held.token, lease.token) AS token,
       coalesce(held.item_id, lease.item_id) AS item_id, coalesce(held.lease_until, lease.lease_until) AS lease_until,
       coalesce(held.run_out, false) AS run_out
FROM (SELECT 1) one
LEFT JOIN held ON true
LEFT JOIN here ON true
LEFT JOIN lease ON true
