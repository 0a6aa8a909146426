"""The charts of a task's overview and of the dashboard, a file each, with their subjects."""

import datetime
from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["DashboardSubject", "TaskSubject", "registry"]


@dataclass(frozen=True)
class TaskSubject:
    """The ItemStates of a task, and how many answers people gave on each day, the oldest first."""

    states: Any
    days: list[tuple[datetime.date, int]]


@dataclass(frozen=True)
class DashboardSubject:
    """The active tasks that a reader of the organization sees on the dashboard, each with its ItemCounts."""

    tasks: list[tuple[Any, Any]]
