-- A row for each item among `rows`, those of labelled.sql: what its questions are, and whether people decided all of them
-- (null: none). The conditions are those of annotations.progress.actions.completion.
SELECT p.item_id, d.is_full, bool_or(p.n > 0) AS labelled, bool_or({contested}) AS contested, bool_or({waiting}) AS waiting
FROM {rows} p LEFT JOIN ({decided}) d ON d.item_id = p.item_id
GROUP BY p.item_id, d.is_full
