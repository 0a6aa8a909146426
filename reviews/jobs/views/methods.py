"""The list of methods: what each is for, which texts its reviews are asked with, and how many jobs it has reviewed."""

from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from reviews.jobs.actions import methods
from reviews.jobs.actions.methods import MethodLine
from reviews.jobs.methods.texts import KIND_OF
from reviews.jobs.views.labels import dimension_title
from reviews.scorers.library.views.page import label_of
from reviews.scorers.stages.prompt_kinds.base import Version

PART_TITLES = {"prompt": gettext_lazy("Prompt"), "knowledge": gettext_lazy("Knowledge")}


@dataclass(frozen=True)
class PartLine:
    """One part of a method with the version in use."""

    title: str
    href: str
    version: Version
    label: str
    has_draft: bool


@dataclass(frozen=True)
class MethodCard:
    line: MethodLine
    title: str
    description: str
    range: tuple
    parts: list

    @property
    def dimensions(self):
        return ", ".join(map(dimension_title, self.line.dimensions))


@requires("read")
@require_safe
def method_list(request):
    """All registered methods by their titles; four statements."""
    lines = methods.overview(organization=request.organization)
    cards = sorted(map(_card, lines), key=lambda card: card.title.lower())
    return render(request, "reviews/jobs/methods.html", {"cards": cards})


def _card(line):
    reviewer = line.reviewer
    parts = [
        PartLine(
            title=PART_TITLES[part],
            href=reverse("reviews:prompt_detail", args=[KIND_OF[part], reviewer.name]),
            version=version,
            label=label_of(version),
            has_draft=part in line.drafted,
        )
        for part, version in line.in_use.items()
    ]
    description = _(reviewer.description) if reviewer.description else ""
    return MethodCard(line, _(reviewer.title), description, reviewer.confidence_range, parts)


@requires("read")
@require_safe
def method_part(request, model_type, part, page=""):
    """Where the pages of a method's texts were before they came into the library."""
    if part not in KIND_OF:
        raise Http404
    target = reverse("reviews:prompt_detail", args=[KIND_OF[part], model_type])
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    return redirect(f"{target}{page}{query}", permanent=True)
