"""Who judged what, in one set of tables for people, language models and programs."""

from .agreement_snapshot import AgreementSnapshot
from .annotation import Annotation
from .annotation_event import AnnotationEvent
from .annotation_task import AnnotationTask
from .annotator import Annotator
from .assignment import Assignment
from .cursor import Cursor
from .draft import Draft
from .evidence import Evidence
from .export_job import ExportJob
from .ground_truth import GroundTruth
from .judgement import Judgement
from .question import Question
from .schema_version import SchemaVersion
from .task_item import TaskItem

__all__ = [
    "AgreementSnapshot", "Annotation", "AnnotationEvent", "AnnotationTask", "Annotator", "Assignment", "Cursor",
    "Draft", "Evidence", "ExportJob", "GroundTruth", "Judgement", "Question", "SchemaVersion", "TaskItem",
]
