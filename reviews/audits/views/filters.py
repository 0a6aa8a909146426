"""The view of the audit list that an auditor works through: filters, search and order, carried from page to page."""

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse

from annotations.models import Annotation, Annotator
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lists import address
from reviews.audits.actions import queue
from reviews.audits.views.lists.audits import AuditList, query_of


@dataclass(frozen=True)
class Chosen:
    """`texts` are the parameters of its address, `rows` what it lists, `keys` its order."""

    texts: dict[str, str]
    rows: Any
    keys: list
    auditor: Annotator

    @property
    def query(self):
        return address.query(self.texts)

    @property
    def list_address(self):
        return self._with_query(reverse("reviews:audit_list"))

    def address_of(self, annotation_id):
        return self._with_query(reverse("reviews:audit_item", args=[annotation_id]))

    def next_after(self, annotation):
        """The answer that comes next, None when nothing is left."""
        found = queue.next_annotation_id(self.rows, self.keys, after=annotation, auditor=self.auditor)
        return Annotation.objects.select_related("task", "annotator", "item").get(pk=found) if found else None

    def _with_query(self, path):
        return f"{path}?{self.query}" if self.query else path


def chosen_of(request):
    """What the address or the posted form names; the usual view where it cannot be read, since links age."""
    texts = query_of(request.GET or request.POST)
    try:
        return _read(request, texts)
    except (Conflict, InvalidInput):
        return _read(request, {})


def _read(request, texts):
    declared = AuditList(request)
    chosen = address.read(declared, QueryDict(address.query(texts)))
    rows, keys = address.order_of(declared, chosen, address.narrowed(declared, chosen))
    return Chosen(chosen.texts, rows, keys, declared.auditor)


def annotation_of(request, annotation_id):
    """A machine's annotation of the organization, standing or not; 404 for any other."""
    known = Annotator.objects.for_organization(request.organization).machines()
    found = Annotation.objects.filter(task__organization=request.organization, annotator__in=known)
    return get_object_or_404(found.select_related("task", "annotator", "item"), pk=annotation_id)
