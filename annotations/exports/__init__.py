"""Files of ground truth or annotations: requested, written by a worker from one snapshot, downloaded by signed link.

A file appears complete or not at all, carries a manifest that says what is in it, and expires.
Entry points: `actions.jobs` (request, rerun, cancel, run_next, sweep), `actions.options.parse` (what is chosen),
`actions.counts` (what a file would hold), `actions.rows.source` (where its rows come from), `actions.downloads`.
A format is one file in `formats/`: `title`, `extension`, `content_type`, `writer(out, columns)`.
`label_studio_results` and `label_studio_answers` write and read results of Label Studio; imports read with the latter.
Pages: `/exports/`. API: `/v1/annotations/tasks/{id}/export`, `/v1/exports/{id}`.
Celery: export_due, sweep_exports.
Tables: ExportJob.
"""
