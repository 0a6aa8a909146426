"""Judges: scorers that answer a task's form about an item, as a person does.

`item` is an ItemView, `question` the TaskView of the form, and what is read {question key: AnswerReading}. Shapes are
in `material` and `reading`.
"""

from reviews.scorers.registry import registry

__all__ = ["registry"]
