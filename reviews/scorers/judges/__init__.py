"""Judges: each prepares a prompt and reads an answer, and never sees the database.

A judge is a class with a `title`, the name of its `default_prompt`, a `parser_version`, and two methods:
`prepare(task, item, prompt, *, model, parameters, timeout_seconds) -> LLMCall` and
`read(outcome, task, item) -> Reading`. Shapes are in `material`, `reading` and `exchange`.
"""

from evalhub.lib.registry import Registry

registry = Registry("judge", package="reviews.scorers.judges", instances=True)
