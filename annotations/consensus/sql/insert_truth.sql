-- New current ground truth: items with their versions, and the few different contents that they have.
INSERT INTO annotations_groundtruth (
    item_id, question_id, version, value, number, source, share, people, machines, simulated, details, supersedes_id,
    is_current, created_at
)
SELECT i.item_id, %(question)s, i.version, c.value, c.number, c.source, c.share, c.people, c.machines, c.simulated,
       c.details, nullif(i.supersedes, 0), true, now()
FROM unnest(%(items)s::bigint[], %(places)s::int[], %(versions)s::int[], %(supersedes)s::bigint[])
     AS i(item_id, place, version, supersedes)
JOIN unnest(%(distinct)s::int[], %(values)s::jsonb[], %(numbers)s::float8[], %(sources)s::text[], %(shares)s::float8[],
            %(people)s::int[], %(machines)s::int[], %(simulated)s::bool[], %(details)s::jsonb[])
     AS c(place, value, number, source, share, people, machines, simulated, details)
     USING (place)
