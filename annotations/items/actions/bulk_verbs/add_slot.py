"""One more place: one more person than the task requires may answer the items."""

from django.db.models import Q
from django.utils.translation import gettext_lazy

from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import Option, Reason, Verb, is_withdrawn, task_takes_work
from annotations.queue.actions import leases


@registry.register("add_place")
class AddSlot(Verb):
    """The number of places is told by events that are never unwritten, so that this is not taken back."""

    title = gettext_lazy("Request one more answer")
    help = gettext_lazy("Opens one more slot on each item than the task requires. It stays until somebody answers.")
    done = gettext_lazy("opened for one more annotator")
    icon = "user-plus"
    options = (Option("reason", gettext_lazy("Reason"), "text", help=gettext_lazy("Kept in the history.")),)

    def reasons(self, *, task, options):
        return [
            task_takes_work(),
            is_withdrawn(),
            Reason("place_free", gettext_lazy("Already has an open slot"), Q(open_slots__gt=0)),
        ]

    def apply(self, *, item, options, by):
        leases.extra_annotator(task=item.task, item_id=item.pk, reason=options["reason"], by=by)
        return {}
