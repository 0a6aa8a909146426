"""Who judged what, in one set of tables for people, language models and programs."""

from annotations.agreement.models.agreement_snapshot import AgreementSnapshot
from annotations.agreement.models.disagreement import Disagreement
from annotations.consensus.models.adjudication_request import AdjudicationRequest
from annotations.consensus.models.ground_truth import GroundTruth
from annotations.exports.models.export_job import ExportJob
from annotations.imports.models.import_job import ImportJob
from annotations.items.models.bulk_operation import BulkOperation
from annotations.items.models.saved_view import SavedView
from annotations.queue.models.annotation import Annotation
from annotations.queue.models.assignment import Assignment
from annotations.queue.models.comment import Comment, Notification
from annotations.queue.models.cursor import Cursor
from annotations.queue.models.draft import Draft
from annotations.queue.models.evidence import Evidence
from annotations.queue.models.judgement import Judgement
from annotations.tasks.models.annotation_event import AnnotationEvent
from annotations.tasks.models.annotation_task import AnnotationTask
from annotations.tasks.models.annotator import Annotator
from annotations.tasks.models.question import Question
from annotations.tasks.models.schema_version import SchemaVersion
from annotations.tasks.models.task_item import TaskItem

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
    "Notification",
    "Question",
    "SavedView",
    "SchemaVersion",
    "TaskItem",
]
