"""What an auditor has chosen to look at: the filters of the list, carried from page to page."""

import uuid
from dataclasses import dataclass
from urllib.parse import urlencode

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.models import Annotation, Annotator
from annotations.tasks.actions import annotators
from reviews.audits.actions import queue
from reviews.audits.actions.reasons import WHY

QUEUE_WORDS = {queue.QUEUE: _("The queue"), queue.ALL: _("All answers")}


@dataclass(frozen=True)
class Chosen:
    """Valid filters only: what cannot be read in an old link is left out."""

    task: str
    why: str
    state: str

    @property
    def query(self):
        return urlencode({name: value for name, value in vars(self).items() if value})

    @property
    def narrowing(self):
        """As arguments of the functions of `audit_queue`."""
        return {"why": self.why, "state": self.state}

    def address_of(self, annotation_id):
        return f"{reverse('reviews:audit_item', args=[annotation_id])}?{self.query}"

    @property
    def list_address(self):
        return f"{reverse('reviews:audit_list')}?{self.query}"


def chosen_of(request):
    given = request.POST if request.method == "POST" else request.GET
    why, state = given.get("why", ""), given.get("state", "")
    return Chosen(
        task=_uuid(given.get("task", "")),
        why=why if why in WHY or why in QUEUE_WORDS else "",
        state=state if state in queue.STATES else "open",
    )


def reason_choices():
    """[(key, words)] of what the list can be narrowed to."""
    return [*QUEUE_WORDS.items(), *WHY.items()]


def auditor_of(request):
    return annotators.of_member(request.membership)


def listed(request, chosen):
    """The listed answers of the organization and the chosen task; a task of another organization has none."""
    found = queue.listed(request.organization)
    return found.filter(task_id=chosen.task) if chosen.task else found


def address_after(request, chosen, annotation):
    """The address of the answer that comes next in the filtered queue; empty when nothing is left."""
    found = queue.next_pick(listed(request, chosen), after=annotation, auditor=auditor_of(request), **chosen.narrowing)
    return chosen.address_of(found.annotation_id) if found else ""


def annotation_of(request, annotation_id):
    """A machine's annotation of the organization, standing or not; 404 for any other."""
    known = Annotator.objects.for_organization(request.organization).machines()
    found = Annotation.objects.filter(task__organization=request.organization, annotator__in=known)
    return get_object_or_404(found.select_related("task", "annotator", "item"), pk=annotation_id)


def _uuid(text):
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return ""
