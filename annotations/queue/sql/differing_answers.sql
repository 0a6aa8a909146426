-- Items on which another person gave one of the questions another answer, with the ids of the judgements compared.
WITH {compared}
SELECT item_id, array_agg(own_id) || array_agg(other_id) FROM compared
WHERE question_id = ANY (%(questions)s) GROUP BY item_id HAVING min(equal) = 0
