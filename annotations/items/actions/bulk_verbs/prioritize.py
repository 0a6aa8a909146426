"""Set the priority: items of a higher one are handed out first."""

from django.db.models import Q
from django.utils.translation import gettext_lazy

from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import CHANGED_SINCE, Option, Reason, Verb
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem

FURTHEST = 100


@registry.register("prioritize")
class Prioritize(Verb):
    title = gettext_lazy("Set priority")
    help = gettext_lazy("Items with a higher priority are assigned first. The default is 0.")
    done = gettext_lazy("changed")
    icon = "arrow-up"
    options = (
        Option(
            "priority",
            gettext_lazy("Priority"),
            "number",
            required=True,
            least=-FURTHEST,
            most=FURTHEST,
            help=gettext_lazy("A whole number from −100 to 100."),
        ),
    )
    undo_help = gettext_lazy("Restores the previous priority unless it was changed again.")

    def reasons(self, *, task, options):
        return [Reason("same", gettext_lazy("Already has this priority"), Q(priority=options["priority"]))]

    def apply(self, *, item, options, by):
        self._set(item, options["priority"])
        return {"priority": item.priority}

    def undo(self, *, item, before, options, by):
        if item.priority != options["priority"]:
            return CHANGED_SINCE
        self._set(item, before["priority"])
        return ""

    def _set(self, item, priority):
        TaskItem.objects.filter(pk=item.pk).update(priority=priority)
        history.note(task=item.task, item=item, verb="priority_set", details={"from": item.priority, "to": priority})
