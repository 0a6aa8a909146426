"""Whether a task's figures know everything that happened; light enough for the web process."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Max
from django.utils.translation import gettext_lazy

from annotations.agreement.models import AgreementSnapshot
from annotations.tasks.models import AnnotationEvent, AnnotationTask
from evalhub.work.sweep import Sweep

METHOD_VERSION = 4  # raise it when a figure would come out differently: every task is then computed anew
CHANGES_NOTHING = ["comments_read", "criticized"]  # verbs that no figure depends on
LATE_EVENTS = 10_000  # ids before the newest among which transactions that were still open may add theirs


@dataclass(frozen=True)
class Seen:
    """What of a task's history a computation saw: the newest event, and how many there were shortly before it.

    Ids are given at insertion and appear at commit: an event of a slower transaction may appear below the newest.
    """

    newest: int
    recent: int

    def as_dict(self):
        return {"newest": self.newest, "recent": self.recent, "method_version": METHOD_VERSION}


def seen_now(task):
    """The Seen of the task's history as it is; one range of a narrow index."""
    events = AnnotationEvent.objects.filter(task=task).exclude(verb__in=CHANGES_NOTHING)
    newest = events.aggregate(newest=Max("id"))["newest"] or 0
    return Seen(newest=newest, recent=events.filter(id__gt=newest - LATE_EVENTS, id__lte=newest).count())


def is_stale(task):
    """Whether something happened that the task's figures do not know."""
    return is_older(task, AgreementSnapshot.objects.filter(task=task, metric="computed").first())


def is_older(task, computed):
    """Whether something happened that figures do not know; `computed` is the row read with them, None without any."""
    seen = seen_now(task)
    if computed is None:
        return seen.newest > 0
    return computed.details != seen.as_dict()


def stale_tasks():
    """Tasks whose figures are stale; three narrow index probes per task."""
    return [task for task in AnnotationTask.objects.listed().exclude(status="DRAFT").order_by("pk") if is_stale(task)]


def _catch_up(task):
    from annotations.agreement.actions import snapshots  # the web process names this sweep without its arithmetic

    snapshots.catch_up(task=task)


AGREEMENT = Sweep("agreement", title=gettext_lazy("Agreement"), rows=stale_tasks, work=_catch_up, in_steps=True)


def one_at_a_time(task, what):
    """Wait for everyone else who writes this of what the task's labels come to, until their transaction ends.

    what: "truth", "disagreement" or "figures".
    Foreign keys are checked with each statement: checks that are put off to the commit cost several times as much.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [f"{what}:{task.pk}"])
