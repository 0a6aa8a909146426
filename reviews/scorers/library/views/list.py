"""The list of all prompts by kind, searched by their words."""

from dataclasses import dataclass

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from reviews.scorers.library.actions import versions
from reviews.scorers.library.actions.versions import PromptLine
from reviews.scorers.library.views.page import label_of
from reviews.scorers.stages.prompt_kinds import registry as kinds


@dataclass(frozen=True)
class PromptRow:
    line: PromptLine
    href: str
    label: str


@dataclass(frozen=True)
class KindGroup:
    key: str
    title: str
    description: str
    rows: list


@requires("read")
@require_safe
def prompt_list(request):
    """Three statements, however many prompts and versions."""
    chosen, words = request.GET.get("kind", ""), request.GET.get("q", "").strip()
    chosen = chosen if chosen in kinds else ""
    lines = versions.library(organization=request.organization, kind=chosen, words=words)
    by_place = sorted(kinds.items(), key=lambda pair: pair[1].place)
    groups = [
        KindGroup(key, _(kind.title), _(kind.description), [_row(each) for each in lines if each.kind == key])
        for key, kind in by_place
    ]
    context = {
        "groups": [group for group in groups if group.rows],
        "kinds": [(key, _(kind.title)) for key, kind in by_place],
        "chosen": chosen,
        "words": words,
    }
    return render(request, "reviews/scorers/library/list.html", context)


def _row(line):
    return PromptRow(line, reverse("reviews:prompt_detail", args=[line.kind, line.name]), label_of(line.in_use))
