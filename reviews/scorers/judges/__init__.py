"""Judges: each prepares a prompt and reads an answer, and never sees the database.

A judge is a scorer with the name of its `default_prompt`, and two methods:
`prepare(task, item, prompt, *, model, parameters, timeout_seconds) -> LLMCall` and
`read(outcome, task, item) -> Reading`. Shapes are in `material`, `reading` and `exchange`.
"""
