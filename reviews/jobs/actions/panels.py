"""What the machines of a job have said, each with its audits and its critic, and what the panel comes to."""

from dataclasses import dataclass
from statistics import fmean

from django.db.models import Prefetch

from annotations.models import Annotation, Annotator, Judgement
from annotations.queue.actions import exposure
from evalhub.lib.reasons import Reason
from reviews.audits.models import Audit
from reviews.engine.actions.reasons import CANCELLED
from reviews.engine.client.endpoints import is_simulated
from reviews.engine.models import LLMRequest, llm_attempt
from reviews.engine.models.llm_attempt import UNREADABLE
from reviews.jobs.actions.items import OVERALL
from reviews.jobs.results import confidence_of
from reviews.scorers.models import Critique

LARGEST_GAP = 0.05  # between the overall that a model reports and the mean of its dimensions


@dataclass(frozen=True)
class MemberDimension:
    """One scored dimension; `effective_score` is the auditor's where they have overridden the machine's.

    `audited` is the newest verdict, or an empty text.
    """

    name: str
    score: float
    justification: str
    judgement_id: int
    quotes: tuple
    audited: str
    note: str
    effective_score: float


@dataclass(frozen=True)
class Member:
    """One annotator's review of a job; without an `annotation` it is under way, or `error` says why there is none.

    `simulated`: by the call that brought the answer, also where it was for an earlier job of the same content.
    """

    annotator: Annotator
    annotation: Annotation | None
    dimensions: tuple = ()
    overall: MemberDimension | None = None
    critique: Critique | None = None
    state: str = ""
    error: Reason | None = None
    is_unreadable: bool = False
    simulated: bool = False

    @property
    def overall_mean(self):
        """The mean of the dimensions as they stand after audits, None without an answer."""
        return fmean(each.effective_score for each in self.dimensions) if self.dimensions else None

    @property
    def is_flagged(self):
        """Whether the overall that was reported differs much from the mean of the dimensions that were."""
        if self.overall is None or not self.dimensions:
            return False
        return abs(self.overall.score - fmean(each.score for each in self.dimensions)) > LARGEST_GAP

    @property
    def is_audited(self):
        return bool(self.dimensions) and all(each.audited for each in (*self.dimensions, self.overall))


@dataclass(frozen=True)
class Panel:
    """All members in the order of their lanes; figures are None while nobody has answered."""

    members: tuple

    @property
    def answered(self):
        return [member for member in self.members if member.overall is not None]

    @property
    def is_pending(self):
        return any(member.state in ("waiting", "running", "batched") for member in self.members)

    @property
    def confidence(self):
        return confidence_of([member.overall.effective_score for member in self.answered])

    @property
    def overall_mean(self):
        means = [member.overall_mean for member in self.answered]
        return fmean(means) if means else None

    @property
    def simulated(self):
        """Whether the simulated provider answers, or will answer, for any of them."""
        return any(member.simulated for member in self.members)

    @property
    def spread(self):
        """Largest less smallest overall; None for fewer than two members."""
        overalls = [member.overall.effective_score for member in self.answered]
        return max(overalls) - min(overalls) if len(overalls) > 1 else None


def panel_of(job):
    """The Panel of a job under review; a fixed number of statements."""
    stages = list(job.run.stages.filter(kind="job_review").select_related("annotator").order_by("lane"))
    requests = {
        request.stage_id: request
        for request in LLMRequest.objects.current().filter(stage__in=stages).order_by("request_version")
    }
    said = _annotations(job, [stage.annotator_id for stage in stages])
    failed = [request.pk for request in requests.values() if request.state == "failed"]
    tries = LLMRequest.objects.filter(pk__in=failed, tries__status=UNREADABLE)
    unreadable = set(tries.values_list("pk", flat=True)) if failed else set()
    simulated = llm_attempt.simulated_of(said.values())
    return Panel(
        tuple(
            _member(stage, requests.get(stage.pk), said.get(stage.annotator_id), unreadable, simulated, job)
            for stage in stages
        )
    )


def note_seen(*, job, by):
    """Note that a member sees what models and people say about a job: an own answer is not blind after this."""
    if job.item_id is not None:
        answers = Annotation.objects.current().filter(item=job.item_id).exclude(origin="audit")
        exposure.note_answers(annotations=answers.select_related("annotator"), by=by)


def _annotations(job, annotators):
    """{annotator: their standing Annotation of the job's item}, with judgements, audits, quotes and critiques."""
    audits = Audit.objects.select_related("own_judgement").order_by("decided_at", "pk")
    judgements = (
        Judgement.objects.select_related("question")
        .order_by("question__position")
        .prefetch_related(Prefetch("audits", queryset=audits, to_attr="decisions"), "evidence")
    )
    found = (
        Annotation.objects.current()
        .filter(item=job.item_id, annotator__in=annotators)
        .prefetch_related(Prefetch("judgements", queryset=judgements, to_attr="said"), "critiques")
    )
    return {annotation.annotator_id: annotation for annotation in found}


def _member(stage, request, annotation, unreadable, simulated, job):
    state = request.state if request is not None else "waiting"
    if state != "done" or annotation is None:
        error = (request.error_message or CANCELLED()) if state in ("failed", "cancelled") else None
        return Member(
            stage.annotator,
            None,
            state=state,
            error=error,
            is_unreadable=request is not None and request.pk in unreadable,
            simulated=is_simulated(stage.model),
        )
    scored = {row.question.key: _dimension(row) for row in annotation.said}
    dimensions = tuple(scored[name] for name in job.method_task.dimensions if name in scored)
    critique = max(annotation.critiques.all(), key=lambda each: each.pk, default=None)
    return Member(
        stage.annotator,
        annotation,
        dimensions,
        scored.get(OVERALL),
        critique,
        state,
        simulated=simulated.get(annotation.pk, stage.annotator.simulated),
    )


def _dimension(row):
    word = row.decisions[-1] if row.decisions else None
    own = word.own_judgement if word is not None and word.verdict == "override" else None
    effective = own.number if own is not None and own.number is not None else row.number
    return MemberDimension(
        name=row.question.key,
        score=row.number,
        justification=row.justification,
        judgement_id=row.pk,
        quotes=tuple(row.evidence.all()),
        audited=word.verdict if word else "",
        note=word.note if word else "",
        effective_score=effective,
    )
