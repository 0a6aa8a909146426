"""Changing the form of a task at work: the next version beside the one in use, and what becomes of the answers.

A manager writes the next form, sees how it differs, says how old values read in it, and publishes it.
Work in hand is finished on the form it was opened with; answers that read wholly in the new form are carried over,
each as a revision of itself, and so are adjudicated values.
Entry points: `actions.schema_versions` (save_draft, set_map, publish), `actions.carry_over` (foresee, carry),
`actions.ground_truth_carry_over`, `differences.compare` (pure).
Pages: `/tasks/{id}/form/` and its review. API: `/v1/annotations/tasks/{id}/form`.
Celery: carry_due, carry.
Tables: none of its own; writes SchemaVersion, Question, Annotation, Judgement, Evidence, GroundTruth.
"""
