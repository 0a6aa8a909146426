-- One statement: return the lease that this annotator holds, or open what waits for them (returned before prefetched);
-- without either find the highest open band, step past their cursor, write the lease and take a place. With `state`
-- 'prefetched' the item is kept ready for them instead, unopened, and nothing is opened.
-- Always one row. `missed`: what waited ended meanwhile, or a twin of this call took the item that was picked: ask again,
-- or the band would look exhausted. `priority` null: no band below `below` hands out
-- anything. `wrapped` false looks after the cursor, true from the start.
-- `works`: they may work on this task; `is_below_cap`: it gives them more items than they have.
-- While fewer than ten of the first 50 items are filled, everybody begins at the head of a band and so fills what others
-- have begun before they open new items: agreement can be told early. Read only by who has no cursor in the band.
-- What an annotator has in hand or waiting has no `ended_at`: one probe of assignment_by_annotator finds it, however
-- much they have finished.
-- The look from the start does without SKIP LOCKED: it waits for items that somebody is writing to.
-- The lock is the one of an update that changes no key: rows that point at an item do not make it look taken.
-- `shows`: the item comes along as annotations.tasks.actions.item_content reads it, a row for each of its outputs.
-- The look-up of the annotator's own assignment is a scalar subquery on purpose: a NOT EXISTS may become a hash join
-- over everything that this annotator ever did.
-- `priority = ANY` with that ORDER BY is an order that only the index of open items has: with `=` the index of positions
-- has it too, and Postgres may take that one and step over everything that is finished. A second bound on the position
-- would have Postgres expect so few rows that it sorts them.
WITH own AS MATERIALIZED (
    SELECT a.id, a.state, a.token, a.item_id, a.lease_until, a.display_seed, a.reason
    FROM annotations_assignment a
    WHERE a.task_id = %(task)s AND a.annotator_id = %(annotator)s AND a.ended_at IS NULL
      AND a.state IN ('leased', 'prefetched', 'returned')
), held AS MATERIALIZED (
    SELECT * FROM own WHERE own.state = %(state)s::text LIMIT 1
), works AS MATERIALIZED (
    SELECT {below_cap} AS is_below_cap
    FROM annotations_annotationtask t, annotations_annotator n
    WHERE t.id = %(task)s AND t.status = 'ACTIVE' AND t.preparation = 'READY'
      AND n.id = %(annotator)s AND n.status = 'active' AND n.blocked_at IS NULL AND {eligible}
), waiting AS MATERIALIZED (
    SELECT own.id, own.state
    FROM own
    WHERE own.state IN ('returned', 'prefetched') AND NOT EXISTS (SELECT 1 FROM held) AND EXISTS (SELECT 1 FROM works)
    ORDER BY own.state = 'returned' DESC, own.id
    LIMIT 1
), opened AS (
    UPDATE annotations_assignment a
    SET state = 'leased', token = CASE WHEN a.state = 'prefetched' THEN a.token ELSE gen_random_uuid() END,
        lease_until = clock_timestamp() + make_interval(secs => %(seconds)s), opened_at = clock_timestamp()
    FROM waiting
    WHERE a.id = waiting.id AND a.state = waiting.state AND %(state)s::text = 'leased'
    RETURNING a.id, a.token, a.item_id, a.lease_until, a.display_seed, a.reason
), band AS MATERIALIZED (
    SELECT i.priority
    FROM annotations_taskitem i
    WHERE i.task_id = %(task)s AND i.open_slots > 0 AND i.closed_reason = '' AND i.priority < %(below)s
      AND NOT EXISTS (SELECT 1 FROM held) AND NOT EXISTS (SELECT 1 FROM waiting)
      AND EXISTS (SELECT 1 FROM works WHERE is_below_cap)
    ORDER BY i.priority DESC, i.position
    LIMIT 1
), here AS MATERIALIZED (
    SELECT b.priority,
           coalesce(c.position, CASE WHEN (
               SELECT count(*) FROM (
                   SELECT 1 FROM annotations_taskitem s
                   WHERE s.task_id = %(task)s AND s.position < 50 AND s.open_slots = 0 AND s.closed_reason = '' LIMIT 10
               ) shared) < 10 THEN -1 ELSE %(start)s END) AS position,
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
      AND i.priority = ANY (ARRAY(SELECT priority FROM here))
      AND i.position > (SELECT CASE WHEN %(wrapped)s THEN -1 ELSE position END FROM here)
      AND NOT (SELECT exhausted FROM here)
      AND coalesce((SELECT a.state IN ('expired', 'released') FROM annotations_assignment a
                    WHERE a.item_id = i.id AND a.annotator_id = %(annotator)s
                    ORDER BY a.round DESC LIMIT 1), true)
      AND (SELECT x.id FROM annotations_annotation x -- an answer that was imported came without an assignment
           WHERE x.item_id = i.id AND x.annotator_id = %(annotator)s
             AND x.withdrawn_at IS NULL AND x.superseded_at IS NULL LIMIT 1) IS NULL
    ORDER BY i.priority DESC, i.position
    LIMIT 1
    FOR NO KEY UPDATE OF i SKIP LOCKED
), lease AS (
    INSERT INTO annotations_assignment AS a
        (task_id, item_id, annotator_id, round, state, token, lease_until, opened_at, reason,
         display_seed)
    SELECT %(task)s, picked.id, %(annotator)s, 1, %(state)s::text, gen_random_uuid(),
           clock_timestamp() + make_interval(secs => %(seconds)s),
           CASE WHEN %(state)s::text = 'leased' THEN clock_timestamp() END, '',
           CASE WHEN %(keeps_order)s THEN 0 ELSE (random() * 2147483647)::integer END
    FROM picked
    ON CONFLICT (item_id, annotator_id, round) DO UPDATE
        SET state = EXCLUDED.state, token = gen_random_uuid(), lease_until = EXCLUDED.lease_until,
            opened_at = EXCLUDED.opened_at, ended_at = NULL, reason = ''
        WHERE a.state IN ('expired', 'released')
    RETURNING a.id, a.token, a.item_id, a.lease_until, a.display_seed, a.reason
), taken AS ( -- the place goes with the lease: a twin of this call may have written it just before
    UPDATE annotations_taskitem i SET open_slots = i.open_slots - 1
    FROM lease
    WHERE i.id = lease.item_id
), moved AS (
    INSERT INTO annotations_cursor AS c (annotator_id, task_id, priority, position)
    SELECT %(annotator)s, %(task)s, picked.priority, picked.position
    FROM picked JOIN lease ON lease.item_id = picked.id
    ON CONFLICT (annotator_id, task_id, priority) DO UPDATE SET position = EXCLUDED.position, exhausted_at = NULL
), given AS (
    SELECT held.id, held.token, held.item_id, held.lease_until, held.display_seed, held.reason,
           held.lease_until < clock_timestamp() AS run_out
    FROM held
    UNION ALL
    SELECT opened.*, false FROM opened
    UNION ALL
    SELECT lease.*, false FROM lease
)
SELECT here.priority, here.exhausted, given.*,
       given.id IS NULL AND (%(state)s::text = 'leased' AND EXISTS (SELECT 1 FROM waiting)
                             OR EXISTS (SELECT 1 FROM picked)) AS missed,
       {columns}
FROM (SELECT 1) one
LEFT JOIN here ON true
LEFT JOIN given ON true
LEFT JOIN annotations_taskitem i ON i.id = given.item_id AND %(shows)s
LEFT JOIN datasets_testcase c ON c.id = i.test_case_id
LEFT JOIN datasets_modeloutput o ON o.test_case_id = c.id AND o.id = ANY (i.outputs)
