"""The charts of a task's overview, a file each, with their subject."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["PersonSubject", "TaskSubject", "TruthSubject", "registry"]


@dataclass(frozen=True)
class TaskSubject:
    """What is known of a task: its row, its ItemStates and TaskForecast (or None).

    days: (day, people's answers), the oldest first; given: their answers in all; people: how many they are;
    agreement: [(title of a question, {scope: AgreementSnapshot of alpha})]. named: a day in words, short or long.
    """

    task: Any
    states: Any
    days: Sequence[tuple[datetime.date, int]]
    given: int
    people: int
    forecast: Any
    agreement: Sequence[tuple[str, Mapping[str, Any]]]
    named: Callable[..., str]


@dataclass(frozen=True)
class TruthSubject:
    """The row of a task, and the TruthSteps of its items."""

    task: Any
    truth: Any


@dataclass(frozen=True)
class PersonSubject:
    """The Weeks of a person, from how many shared items on a week's agreement is shown, and a day in words."""

    weeks: Sequence[Any]
    least_items: int
    named: Callable[..., str]
