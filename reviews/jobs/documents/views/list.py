"""The list of methods: what each is for, which texts its reviews are asked with, and how many jobs it has reviewed."""

from dataclasses import dataclass

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from reviews.jobs.documents.actions import versions
from reviews.jobs.documents.actions.versions import MethodLine, Version
from reviews.jobs.documents.views.page import PART_TITLES, label_of


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


@requires("read")
@require_safe
def method_list(request):
    """All registered methods by their titles; four statements."""
    lines = versions.overview(organization=request.organization)
    cards = sorted(map(_card, lines), key=lambda card: card.title.lower())
    return render(request, "reviews/jobs/documents/list.html", {"cards": cards})


def _card(line):
    reviewer = line.reviewer
    parts = [
        PartLine(
            title=PART_TITLES[part],
            href=reverse("reviews:method_document", args=[reviewer.name, part]),
            version=version,
            label=label_of(version),
            has_draft=part in line.drafted,
        )
        for part, version in line.in_use.items()
    ]
    description = _(reviewer.description) if reviewer.description else ""
    return MethodCard(line, _(reviewer.title), description, reviewer.confidence_range, parts)
