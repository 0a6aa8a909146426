"""Questions that forms of the organization have asked, to be asked again in another form."""

from collections.abc import Iterable

from django.db.models import F

from annotations.tasks.models import Question
from evalhub.accounts.models import Organization

MOST_READ = 400  # of the newest tasks


def offered(organization: Organization) -> Iterable[Question]:
    """Each once, by its text and type, newest tasks first, without copies of the library; one statement."""
    found = _of(organization).filter(metric=None).order_by("-schema_version__task__created_at", "position")[:MOST_READ]
    once = {}
    for question in found:
        once.setdefault((question.title, question.label_type), question)
    return list(once.values())


def question_of(*, organization: Organization, question_id: str) -> Question | None:
    """A question of the organization by its id; None for any other."""
    is_number = question_id.isascii() and question_id.isdigit() and len(question_id) < 19
    return _of(organization).filter(pk=question_id).first() if is_number else None


def _of(organization):
    """Of forms in use of tasks that people made."""
    found = Question.objects.filter(
        schema_version__task__organization=organization,
        schema_version__task__origin="person",
        schema_version=F("schema_version__task__schema_version"),
    )
    return found.select_related("schema_version__task")
