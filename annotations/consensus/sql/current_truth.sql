-- Current ground truth of one question on items with ids in a range: a row per content, with the ids of its rows, their
-- items and versions.
SELECT value::text, source, share, people, machines, simulated, details::text, array_agg(id), array_agg(item_id), array_agg(version)
FROM annotations_groundtruth
WHERE question_id = %(question)s AND is_current AND item_id >= %(first)s AND item_id < %(end)s
GROUP BY value, source, share, people, machines, simulated, details
