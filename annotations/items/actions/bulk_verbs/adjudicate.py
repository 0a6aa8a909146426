"""Send to adjudication: the items wait for a decision whatever their answers are."""

from django.db.models import Exists, OuterRef
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy

from annotations.consensus.actions import adjudication
from annotations.consensus.models import AdjudicationRequest
from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import CHANGED_SINCE, Option, Reason, Verb
from annotations.tasks.actions import history


@registry.register("adjudicate")
class Adjudicate(Verb):
    title = gettext_lazy("Send to adjudication")
    help = gettext_lazy("Adds the items to the adjudication list.")
    done = gettext_lazy("sent to adjudication")
    icon = "gavel"
    options = (
        Option("reason", gettext_lazy("Reason"), "text", most=2000, help=gettext_lazy("Shown to adjudicators.")),
    )
    undo_help = gettext_lazy("Removes the items from the list unless they are already decided.")

    def reasons(self, *, task, options):
        waiting = Exists(AdjudicationRequest.objects.filter(item=OuterRef("pk"), closed_at=None))
        return [Reason("asked_before", gettext_lazy("Already waiting for adjudication"), waiting)]

    def apply(self, *, item, options, by):
        return {"request": adjudication.request(item=item, reason=options["reason"], by=by).pk}

    def undo(self, *, item, before, options, by):
        asked = AdjudicationRequest.objects.filter(pk=before["request"], item=item, closed_at=None)
        if not asked.update(closed_at=Now()):
            return CHANGED_SINCE
        history.note(task=item.task, item=item, verb="adjudication_taken_back")
        return ""
