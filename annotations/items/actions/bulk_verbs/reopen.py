"""Open again: withdrawn items are handed out as before."""

from django.db.models import Q
from django.utils.translation import gettext_lazy

from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import CHANGED_SINCE, Reason, Verb, held_by
from annotations.tasks.actions import history
from annotations.tasks.models import AnnotationEvent, TaskItem


@registry.register("reopen")
class Reopen(Verb):
    title = gettext_lazy("Reopen")
    help = gettext_lazy("Reopens withdrawn items that still have open slots.")
    done = gettext_lazy("reopened")
    icon = "play"
    undo_help = gettext_lazy("Withdraws the items again unless work on them has started.")

    def reasons(self, *, task, options):
        return [Reason("not_closed", gettext_lazy("Not withdrawn"), Q(closed_reason=""))]

    def apply(self, *, item, options, by):
        TaskItem.objects.filter(pk=item.pk).update(closed_reason="")
        history.note(task=item.task, item=item, verb="reopened_for_all")
        newest = AnnotationEvent.objects.filter(task=item.task_id).order_by("-pk").values_list("pk", flat=True).first()
        return {"reason": item.closed_reason, "event": newest}

    def undo(self, *, item, before, options, by):
        begun = AnnotationEvent.objects.filter(task=item.task_id, pk__gt=before["event"], item=item)
        is_held = TaskItem.objects.filter(held_by(), pk=item.pk).exists()
        if item.closed_reason or is_held or begun.exists():
            return CHANGED_SINCE
        TaskItem.objects.filter(pk=item.pk).update(closed_reason=before["reason"])
        history.note(task=item.task, item=item, verb="withdrawn", details={"reason": before["reason"]})
        return ""
