"""The scripts of a desk as one file: few requests, and each script stays about one thing."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from evalhub.accounts.access import public

FOLDER = Path(settings.BASE_DIR) / "static"
SHARED = (
    "js/desk/desk.js",
    "js/desk/drafts.js",
    "js/desk/session.js",
    "js/desk/lease.js",
    "js/desk/tabs.js",
    "js/desk/prefetch.js",
    "js/desk/outbox.js",
    "js/desk/undo.js",
    "js/desk/items.js",
    "js/desk/preferences.js",
    "js/desk/keys.js",
    "js/desk/comments.js",
)
QUESTIONS = ("js/annotations/queue/outline.js", "js/annotations/queue/questions.js")
OWN = {}
YEAR = 31_536_000


@dataclass(frozen=True)
class Script:
    """All scripts of a desk, and a digest that changes with them."""

    text: str
    digest: str


def register(desk, *paths):
    """Name the scripts that only this desk has; they are loaded after those of all desks."""
    OWN[desk] = paths


@public
@require_safe
def desk_script(request, desk):
    """The file; its address carries the digest, so that a browser may keep it."""
    if desk not in OWN:
        raise Http404("There is no such desk.")
    response = HttpResponse(script(desk).text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def address(desk):
    return f"{reverse('annotations:desk_script', args=[desk])}?{script(desk).digest}"


def script(desk):
    kinds = [file for name in ("content", "labels") for file in sorted((FOLDER / "js/annotations" / name).glob("*.js"))]
    files = [*kinds, *(FOLDER / name for name in (*SHARED, *OWN[desk]))]
    return _script(tuple((path, path.stat().st_mtime_ns) for path in files))


@lru_cache(maxsize=8)
def _script(files):
    """Items and label types come before the desk; `files` names each with its time, so that a change is seen."""
    text = "\n".join(path.read_text(encoding="utf-8") for path, _ in files)
    return Script(text=text, digest=hashlib.sha256(text.encode()).hexdigest()[:16])


register("annotate", *QUESTIONS, "js/annotations/queue/history.js", "js/annotations/queue/panes.js")
