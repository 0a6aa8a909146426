"""Who judged what, in one set of tables for people, language models and programs."""

from annotations.agreement.models import AgreementSnapshot, Disagreement
from annotations.consensus.models import AdjudicationRequest, GroundTruth
from annotations.exports.models import ExportJob
from annotations.imports.models import ImportJob
from annotations.items.models import BulkOperation
from annotations.queue.models import Annotation, Assignment, Comment, Cursor, Draft, Evidence, Judgement, Notification
from annotations.tasks.models import (
    AnnotationEvent,
    AnnotationTask,
    Annotator,
    Metric,
    Question,
    SchemaVersion,
    TaskItem,
    TaskTeam,
)

__all__ = [
    "AdjudicationRequest",
    "AgreementSnapshot",
    "Annotation",
    "AnnotationEvent",
    "AnnotationTask",
    "Annotator",
    "Assignment",
    "BulkOperation",
    "Comment",
    "Cursor",
    "Disagreement",
    "Draft",
    "Evidence",
    "ExportJob",
    "GroundTruth",
    "ImportJob",
    "Judgement",
    "Metric",
    "Notification",
    "Question",
    "SavedView",
    "SchemaVersion",
    "TaskItem",
    "TaskTeam",
]
