"""Prompts and knowledge of methods as they stand: their versions, which one is in use, and what was reviewed."""

from dataclasses import dataclass

from django.db.models import Count, Q

from reviews.jobs.documents.actions import documents
from reviews.jobs.documents.models.method_document import PARTS, MethodDocument
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry
from reviews.jobs.methods.base import MethodReviewer
from reviews.jobs.models import Job

SHIPPED = "shipped"
MOST_VERSIONS = 300


@dataclass(frozen=True)
class Version:
    """One text of a part; without a `document` it is the file that comes with the method."""

    document: MethodDocument | None = None
    is_in_use: bool = False

    @property
    def key(self):
        return SHIPPED if self.document is None else str(self.document.number)

    @property
    def is_draft(self):
        return self.document is not None and self.document.status == "draft"


@dataclass(frozen=True)
class VersionList:
    """The Versions of one part of a method, the newest first and the shipped one last."""

    model_type: str
    part: str
    versions: tuple
    total: int

    @property
    def in_use(self):
        return next(version for version in self.versions if version.is_in_use)

    @property
    def draft(self):
        return next((version for version in self.versions if version.is_draft), None)

    def find(self, key):
        """The Version of this key, None for one that there is not."""
        return next((version for version in self.versions if version.key == key), None)

    def text_of(self, version):
        """One statement, none for the shipped text."""
        if version.document is None:
            return documents.shipped(model_type=self.model_type, part=self.part)
        return version.document.content


@dataclass(frozen=True)
class MethodLine:
    """A method with the Version in use of each part; `problem` where the prompt in use cannot be read any more."""

    reviewer: MethodReviewer
    in_use: dict
    drafted: tuple
    dimensions: tuple
    problem: str
    jobs_reviewed: int


def versions_of(*, organization, model_type, part):
    """The VersionList of a registered method; one statement, two beyond MOST_VERSIONS. Texts are loaded later."""
    found = documents.versions(organization=organization, model_type=model_type, part=part).defer("content")
    rows = list(found[: MOST_VERSIONS + 1])
    newest = next((row for row in rows if row.status == "published"), None)
    versions = tuple(Version(row, row is newest) for row in rows[:MOST_VERSIONS])
    total = found.count() if len(rows) > MOST_VERSIONS else len(rows)
    return VersionList(model_type, part, (*versions, Version(is_in_use=newest is None)), total)


def overview(*, organization):
    """A MethodLine for each registered method; four statements, however many methods and versions."""
    in_use = _in_use(organization)
    drafts = MethodDocument.objects.drafts().filter(organization=organization).values_list("model_type", "part")
    drafted, counts = set(drafts), _jobs_reviewed(organization)
    return [
        _line(MethodReviewerRegistry.create(name), in_use, drafted, counts.get(name, 0))
        for name in MethodReviewerRegistry.available()
    ]


def _line(reviewer, in_use, drafted, jobs_reviewed):
    versions = {part: in_use.get((reviewer.name, part), Version(is_in_use=True)) for part in PARTS}
    own, dimensions, problem = versions["prompt"].document, (), ""
    try:
        dimensions = (reviewer.parsed(own.content) if own else reviewer.prompt()).dimensions
    except JobError as error:
        problem = error.message
    waiting = tuple(part for part in PARTS if (reviewer.name, part) in drafted)
    return MethodLine(reviewer, versions, waiting, dimensions, problem, jobs_reviewed)


def _in_use(organization):
    """{(model_type, part): Version} of the parts that have a version of their own, knowledge without its text."""
    rows = MethodDocument.objects.published().filter(organization=organization).select_related("published_by")
    newest = rows.order_by("model_type", "-number").distinct("model_type")
    both = (*newest.filter(part="prompt"), *newest.filter(part="knowledge").defer("content"))
    return {(row.model_type, row.part): Version(row, is_in_use=True) for row in both}


def _jobs_reviewed(organization):
    """{model_type: jobs that models have reviewed}."""
    ended = Q(strategy="review", state__in=["reviewed", "signed_off"])
    rows = Job.objects.for_organization(organization).filter(ended).order_by()
    return dict(rows.values_list("model_type").annotate(count=Count("pk")))
