"""Withdraw: nobody is handed the items any more; answers that are in stay."""

from django.utils.translation import gettext_lazy

from annotations.items.actions.bulk_verbs import lease_release, registry
from annotations.items.actions.bulk_verbs.base import CHANGED_SINCE, Option, Verb, is_withdrawn
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem


@registry.register("withdraw")
class Withdraw(Verb):
    title = gettext_lazy("Withdraw items")
    help = gettext_lazy(
        "Closes the items and ends their leases. Existing answers are kept; later answers are kept as late answers."
    )
    done = gettext_lazy("withdrawn")
    icon = "ban"
    options = (
        Option(
            "reason",
            gettext_lazy("Reason"),
            "text",
            required=True,
            most=40,
            default=gettext_lazy("withdrawn"),
            help=gettext_lazy("Kept with each item. At most 40 characters."),
        ),
    )
    undo_help = gettext_lazy("Reopens the items and returns them to the annotators who had them reserved.")

    def reasons(self, *, task, options):
        return [is_withdrawn()]

    def apply(self, *, item, options, by):
        before = {"held": lease_release.release_all(item=item, by=by), "reason": options["reason"]}
        TaskItem.objects.filter(pk=item.pk).update(closed_reason=options["reason"])
        history.note(task=item.task, item=item, verb="withdrawn", details={"reason": options["reason"]})
        return before

    def undo(self, *, item, before, options, by):
        if item.closed_reason != before["reason"]:
            return CHANGED_SINCE
        TaskItem.objects.filter(pk=item.pk).update(closed_reason="")
        history.note(task=item.task, item=item, verb="reopened_for_all")
        if lease_release.can_give_back(item=item, held=before["held"]):
            lease_release.give_back(item=item, held=before["held"])
        return ""
