"""Tables of tasks, their forms, items and people."""

from annotations.tasks.models.annotation_event import AnnotationEvent
from annotations.tasks.models.annotation_task import AnnotationTask
from annotations.tasks.models.annotator import Annotator
from annotations.tasks.models.metric import Metric
from annotations.tasks.models.question import Question
from annotations.tasks.models.schema_version import SchemaVersion
from annotations.tasks.models.task_item import TaskItem
from annotations.tasks.models.task_team import TaskTeam

__all__ = [
    "AnnotationEvent",
    "AnnotationTask",
    "Annotator",
    "Metric",
    "Question",
    "SchemaVersion",
    "TaskItem",
    "TaskTeam",
]
