"""Export formats: each turns rows into one file, a row at a time.

A format is a class with `extension`, `content_type` and `writer(out, columns)`, whose answer has `row(row)` and
`close()`; `out` takes bytes, `columns` are the names in order that a table needs. A row is a mapping, or its JSON text
where Postgres has written that already: most of the time of an export would go into reading and writing it again.
"""

from evalhub.lib import strict_json
from evalhub.lib.registry import Registry

registry = Registry("export format", package="annotations.exporting", instances=True)


def json_text(row):
    return row if isinstance(row, str) else strict_json.dumps(row)
