-- The last of the next outputs of a version after this one, of which so many are looked at in one go; null: there is none.
SELECT max(a.id) FROM (
    SELECT o.id
    FROM datasets_modeloutput o JOIN datasets_testcase c ON c.id = o.test_case_id
    WHERE o.id > %(after)s AND c.version_id = %(version)s AND NOT o.produced
    ORDER BY o.id
    LIMIT %(limit)s
) a
