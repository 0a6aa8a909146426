"""The one registry of scorers: judges, critics, judges of pairs, programmatic metrics and method reviewers, by key.

A scorer is a class under `@registry.register(key)` with a `title`, the `version` of how it asks and reads, and `needs`:
what it must be given. `made(tool)` makes one that can be used; `scorer.Scorer` has the two methods of those that ask a
model, `prepare` and `read`. A scorer never sees the database. The key is the `method` of the annotator whose scores it
makes. Features add the package of theirs; a place that offers some of them lists `registry.where(…)`.
"""

from evalhub.lib.registry import Registry

registry = Registry("scorer", package="reviews.scorers.judges")

FORM, ANSWER, RUBRIC, TEXT = "form", "answer", "rubric", "text"
OUTPUT, REFERENCE, CONTEXT = "output", "reference", "context"
PAIR, DIRECTORY = "pair", "directory"
EMBEDDER, MODEL, NOTHING = "embedder", "model", "nothing"
form_scorers = registry.where(lambda scorer: FORM in scorer.needs)


def default_form_scorer():
    """The key of the scorer that answers forms where nobody chooses one: the one that says `is_default`."""
    return next(key for key, scorer in form_scorers.items() if getattr(scorer, "is_default", False))


def tool_needed(scorer):
    """What must be chosen for a scorer besides what it scores: MODEL, EMBEDDER or NOTHING."""
    return next((need for need in (MODEL, EMBEDDER) if need in scorer.needs), NOTHING)
