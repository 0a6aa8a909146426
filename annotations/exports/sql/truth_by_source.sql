-- Current ground truth of a task by the choice that an export makes of its sources, and in all that it chooses (a row
-- whose name is null). An item has at most one value per question.
WITH truth AS (
    SELECT g.item_id, g.simulated, p.name
    FROM annotations_groundtruth g
    JOIN annotations_question q ON q.id = g.question_id
    JOIN annotations_taskitem i ON i.id = g.item_id
    JOIN unnest(%(sources)s::text[], %(names)s::text[]) AS p(source, name) ON p.source = g.source
    WHERE g.is_current AND i.task_id = %(task)s AND q.schema_version_id = %(form)s AND (/* items */ true)
)
SELECT name, count(DISTINCT item_id), count(*), count(*) FILTER (WHERE simulated) FROM truth GROUP BY name
UNION ALL
SELECT NULL, count(DISTINCT item_id), count(*), count(*) FILTER (WHERE simulated) FROM truth
WHERE name = ANY (%(chosen)s)
