-- How many items of a task have which ground truth: of the values of its form's questions, each item by the source that
-- stands first in %(sources)s; "" where it has none, "undecided" where it has none and is complete. Withdrawn items are
-- left out. COMPLETE is that of annotations.progress.actions.completion.
WITH best AS (
    SELECT g.item_id, min(array_position(%(sources)s::text[], g.source::text)) AS place
    FROM annotations_groundtruth g
    JOIN annotations_taskitem i ON i.id = g.item_id AND i.task_id = %(task)s
    JOIN annotations_question q ON q.id = g.question_id AND q.schema_version_id = %(form)s
    WHERE g.is_current
    GROUP BY g.item_id
)
SELECT coalesce((%(sources)s::text[])[best.place], CASE WHEN {complete} THEN %(undecided)s ELSE %(no_label)s END), count(*)
FROM annotations_taskitem i
LEFT JOIN best ON best.item_id = i.id
WHERE i.task_id = %(task)s AND i.closed_reason = ''
GROUP BY 1
