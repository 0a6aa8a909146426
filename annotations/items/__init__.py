"""The list of a task's items with its filters, and bulk operations on them that can be undone.

Filters stand in the address, so that they can be shared, saved and used as the choice of a bulk operation.
Entry points: `actions.filters` (of_task, matching), `actions.rows` (parts, first), `views.lists.items.ItemList`,
`actions.bulk_operations` (preview, start, run, undo), `actions.bulk_selection.Choice`.
A large operation is done in parts of a hundred items, one transaction each; a killed worker's parts are taken up again.
A bulk verb is one file in `actions/bulk_verbs/`: what it asks for, which items it cannot change, how it is undone.
Pages: `/tasks/{id}/items/` and below. API: `/v1/annotations/bulk-verbs`, `…/tasks/{id}/items` and `…/tasks/{id}/bulk`.
Celery: bulk_due, bulk_run.
Tables: BulkOperation.
"""
