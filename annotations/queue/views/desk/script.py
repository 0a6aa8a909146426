"""The scripts of the annotator's page as one file: few requests, and each script stays about one thing."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from evalhub.accounts.access import public

FOLDER = Path(settings.BASE_DIR) / "static"
OWN = (
    "js/annotations/content/item.js",
    "js/desk/desk.js",
    "js/annotations/queue/in_view.js",
    "js/desk/drafts.js",
    "js/desk/session.js",
    "js/desk/lease.js",
    "js/desk/tabs.js",
    "js/annotations/queue/questions.js",
    "js/desk/prefetch.js",
    "js/desk/items.js",
    "js/annotations/queue/history.js",
    "js/annotations/queue/panes.js",
    "js/desk/preferences.js",
    "js/desk/keys.js",
    "js/desk/comments.js",
)
YEAR = 31_536_000


@dataclass(frozen=True)
class Script:
    """All scripts of the page, and a digest that changes with them."""

    text: str
    digest: str


@public
@require_safe
def annotate_script(request):
    """The file; its address carries the digest, so that a browser may keep it."""
    response = HttpResponse(script().text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return response


def address():
    return f"{reverse('annotations:annotate_script')}?{script().digest}"


def script():
    return _script(tuple((path, path.stat().st_mtime_ns) for path in _paths()))


@lru_cache(maxsize=4)
def _script(files):
    """Label types come before the page's own scripts; `files` names each with its time, so that a change is seen."""
    text = "\n".join(path.read_text(encoding="utf-8") for path, _ in files)
    return Script(text=text, digest=hashlib.sha256(text.encode()).hexdigest()[:16])


def _paths():
    return [*sorted((FOLDER / "js/annotations/labels").glob("*.js")), *(FOLDER / name for name in OWN)]
