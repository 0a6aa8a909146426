-- What changes whenever the scores of an experiment do whose evaluations have ended: which annotations count in their
-- tasks and, with `people`, in all tasks of the version, and who is still to label what was drawn for the experiment.
WITH tasks AS (
    SELECT id, is_listed, sampling_config ->> 'drawn_for' AS drawn_for
    FROM annotations_annotationtask
    WHERE id = ANY (%(tasks)s)
       OR %(people)s AND organization_id = %(organization)s AND dataset_version_id = %(version)s
), drawn AS (
    SELECT i.id, i.open_slots, i.closed_reason
    FROM annotations_taskitem i JOIN tasks ON tasks.id = i.task_id AND tasks.drawn_for = %(experiment)s
)
SELECT
    (SELECT sum(hashtextextended(concat_ws(' ', id, is_listed, drawn_for), 0)) FROM tasks)::text,
    (SELECT sum(hashint8extended(2 * a.id + a.flagged::int, 0))
     FROM annotations_annotation a JOIN tasks ON tasks.id = a.task_id
     WHERE a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL)::text,
    (SELECT sum(hashtextextended(concat_ws(' ', id, open_slots, closed_reason), 0)) FROM drawn)::text,
    (SELECT sum(hashtextextended(concat_ws(' ', l.id, l.state), 0))
     FROM annotations_assignment l JOIN drawn ON drawn.id = l.item_id)::text
