"""Annotation tasks: what is asked of whom, about which items of a dataset version.

A manager builds a form, sets the rules (answers per item, blind mode, lease seconds) and activates the task;
its items are drawn from the dataset version, at once or by a worker.
Entry points: `actions.annotation_tasks` (create, change, set_status), `actions.form.load` (the form as handed out),
`actions.metrics` (the library), `actions.item_content` (what an item shows), `actions.annotators.of_member`.
Pages: the builder under `/tasks/new/`, the library under `/metrics/`; `views.tabs` lists the tabs of a task.
API: `/v1/annotations/tasks`, `/v1/metrics`. Celery: prepare_due, prepare.
Tables: AnnotationTask, Metric, SchemaVersion, Question, Annotator, TaskItem, AnnotationEvent.
The settings that the builder offers for a question are those of its label type.
"""
