"""The charts of a task's overview, a file each, with their subject."""

import datetime
from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["TaskSubject", "registry"]


@dataclass(frozen=True)
class TaskSubject:
    """The ItemStates of a task, and how many answers people gave on each day, the oldest first."""

    states: Any
    days: list[tuple[datetime.date, int]]
