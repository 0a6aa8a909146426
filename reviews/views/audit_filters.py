"""What an auditor has chosen to look at: the filters of the list, carried from page to page, and the mode."""

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from annotations.actions import annotators
from reviews.actions import audit_queue

MODE_COOKIE = "audit_mode"
MODES = {"assisted": "Assisted", "blind": "Blind first"}
YEAR_SECONDS = 31_536_000


@dataclass(frozen=True)
class Chosen:
    """Valid filters only: what cannot be read in an old link is left out."""

    task: str
    why: str
    state: str

    @property
    def query(self):
        return urlencode({name: value for name, value in vars(self).items() if value})

    def address_of(self, annotation):
        return f"{reverse('reviews:audit_item', args=[annotation.pk])}?{self.query}"

    @property
    def list_address(self):
        return f"{reverse('reviews:audit_list')}?{self.query}"


def chosen_of(request):
    given = request.POST if request.method == "POST" else request.GET
    why, state = given.get("why", ""), given.get("state", "")
    return Chosen(
        task=_uuid(given.get("task", "")), why=why if why in audit_queue.WHY else "",
        state=state if state in audit_queue.STATES else "open",
    )


def waiting(request, chosen):
    """The machine annotations of the organization that match; a task of another organization matches none."""
    found = audit_queue.machine_annotations(request.organization)
    if chosen.task:
        found = found.filter(task_id=chosen.task)
    auditor = annotators.of_member(request.membership)
    return audit_queue.filtered(found, why=chosen.why, state=chosen.state, auditor=auditor)


def following(request, chosen, annotation):
    """The next one after `annotation` in the list's order, or None."""
    return waiting(request, chosen).filter(pk__gt=annotation.pk).order_by("pk").first()


def mode_of(request):
    wanted = request.GET.get("mode") or request.COOKIES.get(MODE_COOKIE)
    return wanted if wanted in MODES else "assisted"


def remember_mode(request, response, mode):
    """Keep a mode that was just chosen for the pages that follow."""
    if request.GET.get("mode") in MODES:
        response.set_cookie(MODE_COOKIE, mode, max_age=YEAR_SECONDS, httponly=True, samesite="Lax",
                            secure=request.is_secure())
    return response


def _uuid(text):
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return ""
