"""The notifications of a member."""

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from annotations.queue.actions import notifications
from annotations.queue.views.notifications import LABELS
from evalhub.accounts.access import MEMBER
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List

CELLS = "annotations/queue/notification_cells.html"


@register("notifications")
class NotificationList(List):
    title = _("Notifications")
    capability = MEMBER
    columns = (
        Column("what", _("What"), "verb", template=f"{CELLS}#what"),
        Column("text", _("Note"), "text", default=False),
        Column("task", _("Task"), "item.task.name", template=f"{CELLS}#where", sort="item__task__name"),
        Column("person", _("Person"), "actor.display_name", kind="person", sort="actor__name", default=False),
        Column("created_at", _("When"), "created_at", kind="time", sort="pk"),
        Column("read_at", _("State"), "read_at", template=f"{CELLS}#state", sort="read_at"),
    )
    filters = (
        filters.flag(
            "unread",
            lambda rows, is_unread: rows.filter(read_at__isnull=is_unread),
            "only new ones",
            title=_("New"),
        ),
        filters.choice("verb", "verb", LABELS, "of these kinds", title=_("What"), labels=LABELS),
    )
    search, search_label = ("text", "item__task__name", "actor__name", "actor__email"), _("Task, person or note")
    empty = Empty("bell", _("No notifications"), _("Mentions, replies and assigned items appear here."))
    template = "annotations/queue/notification_list.html"

    def rows(self):
        return notifications.of_member(membership=self.membership)

    def load(self, rows):
        for row in rows:
            row.words = LABELS[row.verb]
            row.is_of_system = row.verb in notifications.OF_SYSTEM

    def href(self, row):
        return (
            reverse("annotations:notification_open", args=[row.pk])
            if row.item or row.verb in notifications.OF_SYSTEM
            else ""
        )

    @cached_property
    def unread(self):
        return notifications.unread(membership=self.membership)
