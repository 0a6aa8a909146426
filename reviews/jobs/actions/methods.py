"""The registered methods as they stand: which texts are in use, and what was reviewed."""

from dataclasses import dataclass

from django.db.models import Count, Q

from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer
from reviews.jobs.methods.texts import KIND_OF
from reviews.jobs.models import Job
from reviews.scorers.library.actions import versions
from reviews.scorers.models import Prompt
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.prompt_kinds.base import Version


@dataclass(frozen=True)
class PartInUse:
    version: Version
    has_draft: bool


@dataclass(frozen=True)
class MethodLine:
    """A method with the Version in use of each part; `problem` where the prompt in use cannot be read any more."""

    reviewer: MethodReviewer
    in_use: dict
    drafted: tuple
    dimensions: tuple
    problem: str
    jobs_reviewed: int

    def part(self, name):
        """The PartInUse of prompt or knowledge."""
        return PartInUse(self.in_use[name], name in self.drafted)


def overview(*, organization):
    """A MethodLine for each registered method; four statements, however many methods and versions."""
    kinds = list(KIND_OF.values())
    in_use = prompt_versions.in_use_of(organization_id=organization.pk, kinds=kinds)
    drafts = Prompt.objects.drafts().filter(organization=organization, kind__in=kinds).values_list("kind", "name")
    ended = Q(strategy="review", state__in=["reviewed", "signed_off"])
    rows = Job.objects.for_organization(organization).filter(ended).order_by()
    drafted, counts = set(drafts), dict(rows.values_list("model_type").annotate(count=Count("pk")))
    return [
        _line(MethodReviewerRegistry.create(name), in_use, drafted, counts.get(name, 0))
        for name in MethodReviewerRegistry.available()
    ]


def _line(reviewer, in_use, drafted, jobs_reviewed):
    used = {
        part: versions.version_in_use(kind=kind, name=reviewer.name, in_use=in_use) for part, kind in KIND_OF.items()
    }
    dimensions, problem = (), ""
    try:
        dimensions = reviewer.parsed(used["prompt"].text, is_shipped=used["prompt"].prompt is None).dimensions
    except JobError as error:
        problem = error.message
    waiting = tuple(part for part, kind in KIND_OF.items() if (kind, reviewer.name) in drafted)
    return MethodLine(reviewer, used, waiting, dimensions, problem, jobs_reviewed)
