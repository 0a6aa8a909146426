"""The one registry of scorers: judges, judges of pairs, programmatic metrics and method reviewers, each under one key.

A scorer is a class under `@registry.register(key)` with a `title`, the `version` of how it asks and reads, and `needs`:
what it must be given. `made(tool)` makes one that can be used. A scorer never sees the database. Features add the
package of theirs; a place that offers some of them lists `registry.where(…)`.
"""

from evalhub.lib.registry import Registry

registry = Registry("scorer", package="reviews.scorers.judges")

REFERENCE, PAIR, EMBEDDER, MODEL, DIRECTORY = "reference", "pair", "embedder", "model", "directory"
NOTHING = "nothing"


def tool_needed(scorer):
    """What must be chosen for a scorer besides what it scores: MODEL, EMBEDDER or NOTHING."""
    return next((need for need in (MODEL, EMBEDDER) if need in scorer.needs), NOTHING)
