"""Who judged what, in one set of tables for people, language models and programs."""

from .adjudication_request import AdjudicationRequest
from .agreement_snapshot import AgreementSnapshot
from .annotation import Annotation
from .annotation_event import AnnotationEvent
from .annotation_task import AnnotationTask
from .annotator import Annotator
from .assignment import Assignment
from .bulk_operation import BulkOperation
from .comment import Comment, Notification
from .cursor import Cursor
from .disagreement import Disagreement
from .draft import Draft
from .evidence import Evidence
from .export_job import ExportJob
from .ground_truth import GroundTruth
from .import_job import ImportJob
from .judgement import Judgement
from .question import Question
from .saved_view import SavedView
from .schema_version import SchemaVersion
from .task_item import TaskItem

__all__ = [
    "AdjudicationRequest", "AgreementSnapshot", "Annotation", "AnnotationEvent", "AnnotationTask", "Annotator",
    "Assignment", "BulkOperation", "Comment", "Cursor", "Disagreement", "Draft", "Evidence", "ExportJob",
    "GroundTruth", "ImportJob", "Judgement", "Notification", "Question", "SavedView", "SchemaVersion", "TaskItem",
]
