-- Items of outputs that have arrived in an open version and that a rule draws, oldest first; positions go on from the last one.
-- The draw is by a hash of seed and id: an output is drawn by the same rule always, or never. Returns what became of them:
-- the newest that was looked at, how many were drawn, how many of these have no answer, and how many became items.
WITH drawn AS (
    SELECT o.id, o.test_case_id, o.error <> '' AS is_error, (o.occurred_at AT TIME ZONE 'UTC')::date AS day
    FROM datasets_modeloutput o JOIN datasets_testcase c ON c.id = o.test_case_id
    WHERE c.version_id = %(version)s AND o.id > %(after)s AND o.id <= %(newest)s AND NOT o.produced
      AND (%(systems)s::uuid[] IS NULL OR o.system_id = ANY (%(systems)s::uuid[]))
      AND c.metadata @> %(metadata)s::jsonb
      AND ('x' || left(md5(%(seed)s::text || ':' || o.id), 8))::bit(32)::bigint < %(rate)s::float8 * 4294967296
    ORDER BY o.id
    LIMIT %(limit)s
), known AS (
    SELECT (o.occurred_at AT TIME ZONE 'UTC')::date AS day, count(*) AS n
    FROM annotations_taskitem i JOIN datasets_modeloutput o ON o.id = i.outputs[1]
    WHERE i.task_id = %(task)s AND %(per_day)s::int IS NOT NULL
    GROUP BY 1
), ranked AS (
    SELECT d.id, d.test_case_id, coalesce(k.n, 0) + row_number() OVER (PARTITION BY d.day ORDER BY d.id) AS place
    FROM drawn d LEFT JOIN known k ON k.day IS NOT DISTINCT FROM d.day
    WHERE NOT d.is_error
), made AS (
    INSERT INTO annotations_taskitem (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
    SELECT %(task)s, r.test_case_id, ARRAY[r.id],
           (SELECT coalesce(max(i.position) + 1, 0) FROM annotations_taskitem i WHERE i.task_id = %(task)s)
               + row_number() OVER (ORDER BY r.id) - 1, 0, 1, ''
    FROM ranked r
    WHERE %(has_money)s::boolean AND (%(per_day)s::int IS NULL OR r.place <= %(per_day)s::int)
    ORDER BY r.id
    ON CONFLICT (task_id, test_case_id, outputs) DO NOTHING
    RETURNING 1
)
SELECT (SELECT max(id) FROM drawn), (SELECT count(*) FROM drawn), (SELECT count(*) FROM drawn WHERE is_error),
       (SELECT count(*) FROM made)
