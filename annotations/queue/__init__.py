"""Work on items: claiming one, keeping its lease, drafts, submitting, and the annotator's desk.

People, language models and programs store answers through the same `actions.submissions.submit`; machines take no slot.
`open_slots` of an item is the quota; rows are locked in the order TaskItem, Assignment, Annotation.
Entry points: `actions.claims` (claim, prefetch, heartbeat), `actions.leases` (skip, release, undo, assign),
`actions.slots`, `actions.submissions`, `actions.machine_answers`, `actions.late_answers`, `actions.withdrawals`.
`actions.people` blocks annotators. `actions.other_answers` has the one rule of when they see others' answers. What an
annotator saw of others is `actions.exposure`; later apps register in `exposure_sources`.
Pages: `/annotate/{task}/` (`views.desk`), leases of a task, comments, notifications. API: `next`, `items`, `draft`,
`lease`, `/v1/people`. Celery: expire_leases.
Tables: Assignment, Cursor, Draft, Annotation, Judgement, Evidence, Comment, Notification.
"""
