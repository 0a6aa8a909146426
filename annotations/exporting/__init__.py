"""Export formats: each turns rows into one file, a row at a time.

A format is a class with `extension`, `content_type` and `writer(out, columns)`, whose answer has `row(mapping)` and
`close()`; `out` takes bytes, `columns` are the names in order that a table needs.
"""

from evalhub.lib.registry import Registry

registry = Registry("export format", package="annotations.exporting", instances=True)
