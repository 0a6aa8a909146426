"""What one job looks like at this moment: what its models and people said, and what is left to audit."""

from dataclasses import dataclass
from statistics import fmean

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _

from annotations.models import Annotation, Judgement
from reviews.engine.views.labels import REQUEST_STATES, StateLabel
from reviews.jobs.actions.items import OVERALL
from reviews.jobs.actions.panels import Member, MemberDimension, Panel, panel_of
from reviews.jobs.views import labels
from reviews.jobs.views.files import quote_address


@dataclass(frozen=True)
class QuoteLine:
    """A passage that a member relies on; `href` leads to it in its file, "" where it was not found."""

    quote: object
    file: str
    href: str


@dataclass(frozen=True)
class DimensionLine:
    title: str
    score: MemberDimension
    quotes: list

    @property
    def is_overridden(self):
        return self.score.effective_score != self.score.score


@dataclass(frozen=True)
class MemberCard:
    """One model of the panel; `audited` of its `total` scores are, and `audit_href` leads to where that is done."""

    member: Member
    look: StateLabel
    dimensions: list
    overall: DimensionLine | None
    audit_href: str
    audited: int

    @property
    def total(self):
        return len(self.dimensions) + (self.overall is not None)


@dataclass(frozen=True)
class Person:
    """What a person said on the same form: {dimension: score}, None where they abstained."""

    name: str
    scores: dict
    overall: float | None
    reason: str


@dataclass(frozen=True)
class ScoreRow:
    """A line of the table of scores: one per model, then one per person; `mean` is the models'."""

    title: str
    scores: list
    mean: float | None
    is_overall: bool = False


@dataclass(frozen=True)
class Board:
    panel: Panel
    cards: list
    people: list
    rows: list

    @property
    def simulated(self):
        return self.panel.simulated

    @property
    def audited(self):
        """How many scores of all models have a verdict, of `scores`."""
        return sum(card.audited for card in self.cards)

    @property
    def scores(self):
        return sum(card.total for card in self.cards)

    @property
    def unaudited(self):
        """The cards whose answers nobody has audited whole."""
        return [card for card in self.cards if card.overall is not None and not card.member.is_audited]

    @property
    def answered(self):
        return len(self.panel.answered)

    @property
    def prompt_versions(self):
        return list(dict.fromkeys(member.annotator.prompt_version for member in self.panel.members))


def of_job(job, *, names):
    """The Board of a job that comes with its run and task; a fixed number of statements. `names`: people by name."""
    panel = panel_of(job) if job.run_id else Panel(())
    cards = [_card(job, member) for member in panel.members]
    people = people_of(job, names=names)
    return Board(panel, cards, people, _rows(job, panel, people) if panel.answered or people else [])


def people_of(job, *, names):
    """The Persons who reviewed the job's item on the same form; without `names` they are numbered."""
    if not job.item_id:
        return []
    judgements = Judgement.objects.select_related("question").order_by("question__position")
    found = (
        Annotation.objects.current()
        .by_people()
        .filter(item=job.item_id)
        .exclude(origin="audit")
        .select_related("annotator")
        .order_by("submitted_at", "pk")
        .prefetch_related(Prefetch("judgements", judgements, to_attr="said"))
    )
    return [
        _person(annotation, annotation.annotator.name if names else _("Person %(n)s") % {"n": number})
        for number, annotation in enumerate(found, start=1)
    ]


def _person(annotation, name):
    scores = {row.question.key: row.number for row in annotation.said}
    reasons = (
        f"{labels.dimension_title(row.question.key)}: {row.justification}"
        for row in annotation.said
        if row.justification
    )
    return Person(name, scores, scores.pop(OVERALL, None), "\n".join(reasons))


def _card(job, member):
    lines = [_line(job, each) for each in member.dimensions]
    overall = _line(job, member.overall) if member.overall is not None else None
    said = [*member.dimensions, *([member.overall] if member.overall else [])]
    return MemberCard(
        member=member,
        look=REQUEST_STATES[member.state],
        dimensions=lines,
        overall=overall,
        audited=sum(1 for each in said if each.audited),
        audit_href=reverse("reviews:audit_item", args=[member.annotation.pk]) if member.annotation else "",
    )


def _line(job, dimension):
    quotes = [QuoteLine(quote, *quote_address(job, quote)) for quote in dimension.quotes]
    title = _("Overall") if dimension.name == OVERALL else labels.dimension_title(dimension.name)
    return DimensionLine(title, dimension, quotes)


def _rows(job, panel, people):
    said = [{each.name: each.effective_score for each in member.dimensions} for member in panel.answered]
    rows = [
        _row(
            labels.dimension_title(name),
            [scores.get(name) for scores in said],
            [person.scores.get(name) for person in people],
        )
        for name in job.method_task.dimensions
    ]
    overall = _row(
        _("Overall"),
        [member.overall.effective_score for member in panel.answered],
        [person.overall for person in people],
        is_overall=True,
    )
    return [*rows, overall]


def _row(title, machines, people, *, is_overall=False):
    known = [score for score in machines if score is not None]
    return ScoreRow(title, [*machines, *people], fmean(known) if known else None, is_overall)
