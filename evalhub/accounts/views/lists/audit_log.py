"""The audit log: who did what."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.accounts.audit_labels import GROUPS, words_of
from evalhub.accounts.models import AuditEvent
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List

CELLS = "people/audit_log_cells.html"
FILTERS = (
    filters.text(
        "action",
        lambda events, action: events.of_action(action),
        "an action such as password.changed, or a group such as password",
        title=_("Action"),
        labels=GROUPS,
    ),
    filters.text(
        "person",
        lambda events, text: events.about(text),
        "a part of the name or address of who did it or whom it concerns",
        title=_("Name or email"),
    ),
    filters.since("at", "from this day (UTC) or time"),
    filters.until("at", "to this day (UTC), or before this time"),
)


@register("audit-log")
class AuditLogList(List):
    title = _("Audit log")
    lead = _(
        "Sign-ins, passwords, roles, keys, downloads and changes, newest first. Entries cannot be changed or deleted."
    )
    capability = "admin"
    columns = (
        Column("event_id", _("Action"), "pk", template=f"{CELLS}#action"),
        Column("action", _("Code"), "verb", kind="mono", sort="verb", default=False),
        Column("person", _("Person"), "actor.email", template=f"{CELLS}#person", sort="actor__email"),
        Column("object_type", _("Object"), "object_type", kind="mono", default=False),
        Column("object_id", _("Object ID"), "object_id", kind="mono", default=False),
        Column("details", _("Details"), "details", template=f"{CELLS}#details"),
        Column("at", _("When"), "at", kind="time", sort="pk"),
    )
    filters = FILTERS
    search, search_label = ("person",), _("Name or email")
    order = "-at"
    empty = Empty("scroll-text", _("No entries yet"), _("Actions of people and programs will appear here."))

    def rows(self):
        return AuditEvent.objects.for_organization(self.organization).select_related("actor")

    def searched(self, rows, text):
        return rows.about(text)

    def load(self, rows):
        for event in rows:
            event.words = words_of(event.verb)
            # The address of a download says nothing that its action and its file do not say.
            found = {name: value for name, value in event.details.items() if value not in (None, "") and name != "page"}
            event.facts = [(name.replace("_", " "), _text(value)) for name, value in found.items()]

    def href(self, row):
        return ""


def _text(value):
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_text(part)}" for name, part in value.items())
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)
