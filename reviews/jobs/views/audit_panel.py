"""What the audit page shows besides for a job: its files, the scores of each dimension, what is out of step."""

from dataclasses import dataclass, replace
from statistics import fmean
from typing import ClassVar

from annotations.content import FileFacts
from annotations.tasks.actions import item_content
from reviews.audits import panels
from reviews.jobs.actions.items import METADATA, OVERALL
from reviews.jobs.actions.panels import LARGEST_GAP
from reviews.jobs.models import Job
from reviews.jobs.views import directory_state


@dataclass(frozen=True)
class Peer:
    """What another said on the same dimension: a model, or `count` people, named where that may be told."""

    name: str
    kind: str
    simulated: bool
    value: str
    count: int = 1


@dataclass(frozen=True)
class Gap:
    """The overall score as the model gave it, and the mean of its dimensions, which lies further off than it may."""

    overall: float
    mean: float


@dataclass(frozen=True)
class JobBench:
    """`changed` says in words how the directory differs from what was reviewed, "" where it does not.

    `may_again`: whether the whole panel can be asked anew as the job stands.
    """

    job: Job
    gap: Gap | None
    changed: str
    may_again: bool
    template: ClassVar[str] = "reviews/jobs/audit_panel.html"


@dataclass(frozen=True)
class JobPanel:
    """The panel of a job on the audit page."""

    job: Job

    def with_scores(self, cards, beside):
        """The cards with their scores as numbers to draw, and with what others said on the same dimension.

        `beside` is the context of `other_answers.beside`: what it withholds is not here either.
        """
        return [replace(card, score=_score(card), peers=_peers(card.key, beside)) for card in cards]

    def bench(self, cards):
        """The JobBench of a job whose review these cards show; reads the job's directory."""
        return JobBench(
            job=self.job,
            gap=_gap(cards),
            changed=directory_state.of_job(self.job).words,
            may_again=self.job.run_id is not None and self.job.state in ("reviewed", "failed"),
        )


def register():
    """Show jobs on the audit page, and their files wherever an item is shown."""
    panels.register(panel_of)
    item_content.FILE_SOURCES.append(files_of)


def files_of(item_id, metadata):
    """The FileFacts of a job's item, nothing for any other; one statement for an item that was made like a job's."""
    if not isinstance(metadata, dict) or not set(METADATA) <= set(metadata):
        return ()
    found = Job.objects.filter(item=item_id).order_by("-created_at", "-pk").values_list("files", flat=True).first()
    return tuple(
        FileFacts(file["name"], file["path"], file["format"], file["size_bytes"], file["missing"])
        for file in found or ()
    )


def panel_of(annotation, shown):
    """The JobPanel of the item's newest Job, None for other items; one statement for a job, none for others."""
    if not shown.files:
        return None
    found = Job.objects.filter(item=annotation.item_id).select_related("organization", "run", "method_task")
    job = found.order_by("-created_at", "-pk").first()
    return None if job is None else JobPanel(job)


def _score(card):
    number = card.judgement.number if card.judgement is not None and not card.judgement.abstained else None
    return number if number is not None and 0 <= number <= 1 else None


def _peers(key, beside):
    machines = [
        Peer(other.annotator.name, "llm", other.annotator.simulated, other.value)
        for other in beside["machines"]
        if other.key == key
    ]
    people = [
        Peer(", ".join(answer.names), "human", False, answer.value, answer.count)
        for answers in beside["people"]
        if answers.key == key
        for answer in answers.counts
    ]
    return (*machines, *people)


def _gap(cards):
    scores = {card.key: card.score for card in cards if card.score is not None}
    overall = scores.pop(OVERALL, None)
    if overall is None or not scores or abs(overall - fmean(scores.values())) <= LARGEST_GAP:
        return None
    return Gap(overall, fmean(scores.values()))
