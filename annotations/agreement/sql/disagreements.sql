-- Disagreement of one question as texts of bytes, 26 a row: id (8), item (8), score (8), number of labels (2).
SELECT string_agg(int8send(a.id) || int8send(a.item_id) || float8send(a.score) || int2send(a.n_labels), ''::bytea)
FROM annotations_disagreement a
WHERE a.question_id = %(question)s
