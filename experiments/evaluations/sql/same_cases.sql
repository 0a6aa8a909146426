-- Cases of two versions that are the same: by their own id and all that is shown and expected.
SELECT one.id, other.id
FROM datasets_testcase one
JOIN datasets_testcase other ON other.version_id = %(other)s AND other.external_id = one.external_id
    AND other.input = one.input AND other.expected_output IS NOT DISTINCT FROM one.expected_output
WHERE one.version_id = %(version)s AND one.external_id IS NOT NULL
ORDER BY one.id
