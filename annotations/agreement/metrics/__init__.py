"""How far annotators agree: arrays of labels in, estimates with intervals and reasons out; one file per metric.

A metric is a function `metric(patterns, *, level, resamples) -> Estimate` registered under its key. `patterns` is a
`patterns.Patterns`, `level` a key of `distances.LEVELS`. What is drawn by chance starts from the patterns themselves.
Nothing here reads a database, a file, a clock or a global random state.
"""

from evalhub.lib.registry import Registry

registry = Registry("agreement metric", package=__name__)
