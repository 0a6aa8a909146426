"""How far annotators agree: arrays of labels in, estimates with intervals and reasons out; one file per metric.

A metric is a function `metric(patterns, *, level, resamples) -> Estimate` registered under its key. `patterns` is a
`patterns.Patterns`, `level` a key of `distances.LEVELS`. What is drawn by chance starts from the patterns themselves.
Nothing here reads a database, a file, a clock or a global random state. It has the attributes

- `title`, a name for people;
- `on_note`: computed only for a question where another metric has this note; without it always;
- `column`: the head of its column in the table of all questions; without it the figure stands beside the question;
- `has_interval = False` where the value alone is shown.
"""

from collections.abc import Collection
from typing import Any

from evalhub.lib.registry import Registry

registry = Registry("agreement metric", package=__name__)

HEADLINE = "krippendorff_alpha"  # what pages, charts and the API begin with


def metrics_for(notes: Collection[str | None]) -> list[tuple[str, Any]]:
    """[(key, metric)] to compute beside what needs no note; `notes` are the codes that others have."""
    return [(key, metric) for key, metric in registry.items() if getattr(metric, "on_note", None) in notes]
