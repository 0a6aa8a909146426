"""The page of one part of a method: a text, readable or as its source, and the versions there are."""

import re
from dataclasses import dataclass

from django.shortcuts import render
from django.views.decorators.http import require_safe

from evalhub.accounts.access import requires
from evalhub.lib import markdown
from reviews.jobs.documents.views.page import frame, label_of, part_of
from reviews.jobs.errors import JobError
from reviews.jobs.methods.prompt import MethodPrompt

_SHOWN_VALUE = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})", re.DOTALL)


@dataclass(frozen=True)
class TemplateText:
    """A template cut into (text, whether it is filled in later)."""

    name: str
    pieces: list
    length: int


@requires("read")
@require_safe
def method_document(request, model_type, part):
    """The version that the address asks for, else the one in use; four statements at most."""
    place = part_of(request, model_type, part)
    version = place.version(request.GET.get("version"), default=place.shelf.in_use)
    text = place.shelf.text_of(version)
    view = "source" if request.GET.get("view") == "source" else "read"
    context = frame(request, place, "document") | {
        "version": version,
        "label": label_of(version),
        "text": text,
        "view": view,
        "versions": [(each, label_of(each)) for each in place.shelf.versions],
        "more": place.shelf.total - len(place.shelf.versions) + 1,
    }
    if view == "read":
        is_prompt = part == "prompt"
        context |= (
            _prompt(place.reviewer, text, version) if is_prompt else {"html": markdown.render(text, heading_shift=2)}
        )
    return render(request, "reviews/jobs/documents/detail.html", context)


def _prompt(reviewer, text, version):
    """The parts of a prompt; a draft that is no prompt yet has a problem in their place."""
    try:
        prompt = reviewer.parsed(text, is_shipped=version.document is None)
    except JobError as error:
        return {"problem": error}
    return {"prompt": prompt, "templates": templates_of(prompt)}


def templates_of(prompt: MethodPrompt):
    """The two templates, each cut where something is filled in."""
    return [
        TemplateText(name, [(piece, index % 2 == 1) for index, piece in enumerate(_SHOWN_VALUE.split(text))], len(text))
        for name, text in (("system", prompt.system.strip()), ("user", prompt.user.strip()))
    ]
