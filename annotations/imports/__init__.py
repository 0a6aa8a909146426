"""Existing annotations and prelabels from a file into a task: all of its rows, or none and the reasons.

A file is uploaded, its columns or controls are mapped to questions, the first rows are tried, then it is imported.
Entry points: `actions.jobs` (receive, start, cancel, run_next), `actions.files` (stored uploads), `actions.rows`
(checks entries and writes them), `actions.people` (whose answers they are), `actions.preview`.
Answers pass the same checks as submitted ones.
A format is one file in `formats/` that turns rows into entries, each one annotator's answers to one item.
Pages: `/imports/`. API: `/v1/annotations/tasks/{id}/imports`, `/v1/imports/{id}`.
Celery: annotations_import_due, sweep_imports.
Tables: ImportJob.
"""
