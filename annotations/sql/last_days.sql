-- The day of the last answer by people that counts on each item, as one text of bytes, 12 an item: item (8), number of
-- the day (4), which is 1 for the first day of the year 1.
SELECT string_agg(int8send(d.item_id) || int4send(d.day), ''::bytea)
FROM (
    SELECT a.item_id, (max(a.submitted_at) AT TIME ZONE 'UTC')::date - DATE '0001-01-01' + 1 AS day
    FROM annotations_annotation a
    WHERE a.task_id = %(task)s AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind'
      AND NOT a.flagged AND a.annotator_id IN (
          SELECT n.id FROM annotations_annotator n JOIN annotations_annotationtask t USING (organization_id)
          WHERE t.id = %(task)s AND n.kind = 'human'
      )
    GROUP BY a.item_id
) d
