"""Who used a version of a prompt: annotators and runs, found by what they store; and the version that they name.

A run is told with the task, study, grading or review that it was begun for."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef
from django.urls import reverse

from annotations.models import Annotator
from reviews.engine.models import EvaluationRun, RunStage
from reviews.engine.runs.owners import Owner, owners_of
from reviews.scorers.library.actions import versions
from reviews.scorers.stages.prompt_kinds import registry as kinds

MOST_LISTED = 10


@dataclass(frozen=True)
class RunUse:
    """A run, and what it was begun for; None for a program's own."""

    run: EvaluationRun
    owner: Owner | None


@dataclass(frozen=True)
class Usage:
    """The newest annotators and RunUses, with how many there are of each."""

    annotators: list
    annotator_count: int
    runs: list
    run_count: int


def of_version(*, organization, version):
    """The Usage of a Version, trials of drafts left out; four statements, and one or two for each kind of run."""
    if version.is_draft:
        return Usage([], 0, [], 0)
    kind = kinds[version.kind]
    annotators = Annotator.objects.for_organization(organization).machines()
    annotators = annotators.filter(kind.annotators_with(version.name, version))
    asked = RunStage.objects.filter(kind.stages_with(version.name, version), run=OuterRef("pk"))
    runs = EvaluationRun.objects.for_organization(organization).filter(Exists(asked))
    newest = list(runs.select_related("task", "annotator").order_by("-created_at")[:MOST_LISTED])
    owners = owners_of(newest)
    return Usage(
        list(annotators.order_by("-created_at")[:MOST_LISTED]),
        annotators.count(),
        [RunUse(run, owners.get(run.pk)) for run in newest],
        runs.count(),
    )


def find(*, organization, stored):
    """The Version that a stored prompt version names, None for one that is not in the library."""
    for key, kind in kinds.items():
        found = kind.found(stored)
        if found is None:
            continue
        name, own, shipped = found
        shelf = versions.versions_of(organization=organization, kind=key, name=name)
        numbers = {(each.prompt.version if each.prompt else None, each.shipped): each for each in shelf.versions}
        if (own, shipped) in numbers:
            return numbers[own, shipped]
    return None


def address_of(stored):
    """The address that leads to the version that a stored prompt version names, "" for one of no kind."""
    known = any(kind.found(stored) is not None for kind in kinds.values())
    return f"{reverse('reviews:prompt_find')}?{urlencode({'version': stored})}" if known else ""
