"""The manager's table of a task's items: filters, saved views, and bulk operations that can be undone.

A filter stands in the address, so that it can be shared, saved and used as the choice of a bulk operation.
Entry points: `actions.filters.parse` and `matching`, `actions.table.page`, `actions.saved_views`,
`actions.bulk_operations` (preview, start, run, undo), `actions.bulk_selection.Choice`.
A large operation is done in parts of a hundred items, one transaction each; a killed worker's parts are taken up again.
A bulk verb is one file in `actions/bulk_verbs/`: what it asks for, which items it cannot change, how it is undone.
Pages: `/tasks/{id}/items/` and below. API: `/v1/annotations/bulk-verbs`, `/v1/annotations/tasks/{id}/bulk`.
Celery: bulk_due, bulk_run.
Tables: SavedView, BulkOperation.
"""
