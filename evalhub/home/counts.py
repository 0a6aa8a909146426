"""How much waits for a member behind the links of the rail; counted up to 99."""

from dataclasses import dataclass

from django.core.cache import cache
from django.utils.translation import ngettext

from annotations.consensus.actions import adjudication_queue
from annotations.models import AnnotationTask, Assignment
from annotations.queue.actions import notifications
from reviews.audits.actions import queue
from reviews.audits.models import AuditPick

MOST = 99
KEPT_SECONDS = 30
KEY = "rail-counts:{}"
IN_HAND = ("leased", "returned")


@dataclass(frozen=True)
class Count:
    """`n` is MOST + 1 for any number above MOST."""

    key: str
    n: int

    @property
    def text(self):
        return f"{MOST}+" if self.n > MOST else str(self.n)

    @property
    def label(self):
        """For a screen reader, behind the label of the link."""
        if self.key == "unread":
            return ngettext("%(n)s new", "%(n)s new", self.n) % {"n": self.text}
        return ngettext("%(n)s waiting", "%(n)s waiting", self.n) % {"n": self.text}


def counts_of(membership):
    """The Counts of a member: four statements at most, two while those of the organization are kept."""
    found = {"unread": notifications.unread(membership=membership)}
    if membership.may("annotate"):
        # Items that were returned to this member, and the one that they hold, in each task that is worked on.
        tasks = AnnotationTask.objects.for_organization(membership.organization_id).open().values("pk")
        own = Assignment.objects.filter(task__in=tasks, ended_at=None, state__in=IN_HAND)
        found["own"] = own.filter(annotator__user=membership.user_id)[: MOST + 1].count()
    if membership.may("audit"):
        found |= cache.get_or_set(
            KEY.format(membership.organization_id), lambda: _of_organization(membership.organization_id), KEPT_SECONDS
        )
    return [Count(key, min(n, MOST + 1)) for key, n in found.items()]


def _of_organization(organization_id):
    """What waits for any auditor or adjudicator; two statements, each over the rows that wait."""
    tasks = AnnotationTask.objects.for_organization(organization_id).listed().values("pk")
    picks = AuditPick.objects.for_organization(organization_id)
    return {
        "audits": queue.waiting(picks)[: MOST + 1].count(),
        "adjudications": adjudication_queue.due_items(tasks)[: MOST + 1].count(),
    }
