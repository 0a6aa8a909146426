"""Finding any page, object or case by a few letters: the palette of every page, and `/find/` without a script.

A list says by `in_palette` that its rows are found here, by its own search and in the limits of its own `rows`.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, When
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from datasets.models import DatasetVersion
from datasets.views.lists.cases import CaseList
from evalhub import navigation
from evalhub.accounts.access import MEMBER, requires
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists import registry

MOST = 5
LONGEST = 200
NEWEST_VERSIONS = 3  # cases are looked for in these
COMMANDS, CASES, PEOPLE = ">", "#", "@"


@dataclass(frozen=True)
class Hit:
    """`before`, `match` and `after` are the parts of the label; `note` is what stands beside it."""

    before: str
    match: str
    after: str
    href: str
    icon: str
    note: str = ""


@dataclass(frozen=True)
class Section:
    title: Any
    hits: list[Hit]


@requires(MEMBER)
@require_safe
def find(request):
    """The page of what a text finds; the results alone for htmx."""
    text = request.GET.get("q", "").replace("\x00", "")[:LONGEST].strip()
    context = {"q": text, "sections": sections(request, text)}
    return render(request, "find.html#results" if request.htmx else "find.html", context)


def sections(request, text):
    """[Section] with a hit, those first in which a name holds the text. A text that begins with ">", "#" or "@" looks
    only for commands, cases or people."""
    kind, wanted = (text[0], text[1:].strip()) if text[:1] in (COMMANDS, CASES, PEOPLE) else ("", text)
    found = []
    if wanted and kind != COMMANDS:
        found += [_of_list(request, declared, wanted) for declared in _lists(request, kind)]
    if kind in ("", COMMANDS):
        found.append(Section(_("Pages and commands"), _commands(request, wanted)))
    if wanted and kind in ("", CASES) and request.membership.may("read"):
        found.append(Section(_("Cases"), _cases(request, wanted)))
    return sorted((section for section in found if section.hits), key=lambda section: not section.hits[0].match)


def _lists(request, kind):
    keys = {CASES: (), PEOPLE: ("people",)}.get(kind, registry)
    declared = [registry[key] for key in keys if registry[key].in_palette]
    return [each for each in declared if each.capability == MEMBER or request.membership.may(each.capability)]


def _of_list(request, declared, text):
    """The first rows, those before others whose name holds the text."""
    shown = declared(request)
    is_named = Case(When(**{f"{shown.columns[0].sort}__icontains": text}, then=0), default=1)
    rows = shown.searched(shown.rows(), text).order_by(is_named, "-pk")[:MOST]
    return Section(shown.title, [_hit_of_row(shown, row, text) for row in rows])


def _hit_of_row(shown, row, text):
    return _hit(str(shown.columns[0].read(row)), text, shown.href(row), shown.empty.icon, shown.note(row))


def _commands(request, text):
    """Pages of all sections, links of lists, such as New task, and the start page, whose words hold the text; without
    a text the pages."""
    pages = [
        (each.label, each.href, section.icon, section.label)
        for section, pages in navigation.sections_for(request.membership)
        for page in pages
        for each in (page, *page.tabs)
        if each.is_for(request.membership)
    ]
    links = [
        (link.title, link.href, link.icon or "arrow-right", declared.title)
        for declared in registry.values()
        for link in declared.links
        if link.is_for(request.membership)
    ]
    start = navigation.START
    if start.is_for(request.membership):
        links.append((start.label, start.href, "arrow-right", navigation.HOME.label))
    known = dict.fromkeys(pages + links if text else pages)
    return [
        _hit(str(label), text, href, icon, str(note))
        for label, href, icon, note in known
        if text.casefold() in str(label).casefold()
    ][: MOST if text else None]


def _cases(request, text):
    """The first cases in the newest versions; none of a version that is not searchable yet."""
    versions = DatasetVersion.objects.for_organization(request.organization).usable().select_related("dataset")
    found = []
    for version in versions.filter(dataset__is_listed=True).order_by("-pk")[:NEWEST_VERSIONS]:
        shown = CaseList(request, parent=version)
        try:
            rows = list(shown.searched(shown.rows(), text).order_by("row_index")[: MOST - len(found)])
        except (Conflict, InvalidInput):
            continue
        shown.load(rows)
        where = _("Row %(row)s of %(dataset)s")
        found += [
            _hit(
                row.texts.input,
                text,
                shown.href(row),
                "file-text",
                where % {"row": row.row_index + 1, "dataset": version.dataset.name},
            )
            for row in rows
        ]
        if len(found) >= MOST:
            break
    return found


def _hit(label, text, href, icon, note):
    at = label.casefold().find(text.casefold()) if text else -1
    start, end = (at, at + len(text)) if at >= 0 else (len(label), len(label))
    return Hit(label[:start], label[start:end], label[end:], href, icon, note)
