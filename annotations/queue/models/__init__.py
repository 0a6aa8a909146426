"""Tables of work on items: leases, drafts, answers and comments."""

from annotations.queue.models.annotation import Annotation
from annotations.queue.models.assignment import Assignment
from annotations.queue.models.comment import Comment, Notification
from annotations.queue.models.cursor import Cursor
from annotations.queue.models.draft import Draft
from annotations.queue.models.evidence import Evidence
from annotations.queue.models.judgement import Judgement

__all__ = ["Annotation", "Assignment", "Comment", "Cursor", "Draft", "Evidence", "Judgement", "Notification"]
