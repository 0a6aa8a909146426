"""How far annotators agree: arrays of labels in, figures with intervals or reasons out, kept as dated snapshots.

The arithmetic is pure: `metrics/` (one registered file per metric), `comparisons/` (pairs, scopes, people and
machines, over time), `distances/`; all start from `patterns.Patterns` or `label_arrays.Labels`.
Entry points: `actions.snapshots.compute` and `catch_up`, `actions.summary.figures_of` (what pages show),
`actions.disagreement` (how far each item is disputed), `actions.staleness`, `metrics.registry`.
`charts`, `figures` and `views` make the parts of the agreement tab of `progress`. Command: `manage.py agreement`.
A metric is `metric(patterns, *, level, resamples) -> Estimate`; `level` is a key of `distances.values.LEVELS`.
Celery: agree_due, agree. Labels are read in parts, so that a large task fits into memory.
Tables: AgreementSnapshot, Disagreement; both derived and replaced whole.
"""
