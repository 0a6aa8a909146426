-- Of each task, how many items one annotator may still answer: those in hand or returned, and those that the queue may
-- still hand out, as claim.sql does.
SELECT t.id,
       (SELECT count(*) FROM annotations_assignment a
        WHERE a.task_id = t.id AND a.annotator_id = %(annotator)s AND a.ended_at IS NULL
          AND a.state IN ('leased', 'prefetched', 'returned'))
       + CASE WHEN n.status = 'active' AND n.blocked_at IS NULL AND {eligible} THEN greatest(0, least(
           t.max_items_per_person - {had},
           (SELECT count(*) FROM annotations_taskitem i
            WHERE i.task_id = t.id AND i.open_slots > 0 AND i.closed_reason = ''
              AND NOT EXISTS (SELECT FROM annotations_assignment a
                              WHERE a.item_id = i.id AND a.annotator_id = %(annotator)s
                                AND a.state NOT IN ('expired', 'released'))
              AND NOT EXISTS (SELECT FROM annotations_annotation x
                              WHERE x.item_id = i.id AND x.annotator_id = %(annotator)s
                                AND x.withdrawn_at IS NULL AND x.superseded_at IS NULL)))) ELSE 0 END
FROM annotations_annotator n, annotations_annotationtask t
WHERE n.id = %(annotator)s AND t.id = ANY (%(tasks)s::uuid[])
