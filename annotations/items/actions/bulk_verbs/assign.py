"""Assign: the items come next for one person, who is told once."""

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy, ngettext

from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import (
    CHANGED_SINCE,
    Option,
    Reason,
    Verb,
    held_by,
    is_withdrawn,
    task_takes_work,
)
from annotations.queue.actions import leases, notifications, slots
from annotations.queue.models import Annotation, Assignment
from annotations.tasks.actions import history
from annotations.tasks.models import Annotator


@registry.register("assign")
class Assign(Verb):
    title = gettext_lazy("Assign to a person")
    help = gettext_lazy("Puts the items at the top of one person's queue. Each uses an open slot.")
    done = gettext_lazy("assigned")
    icon = "user-check"
    options = (
        Option("person", gettext_lazy("To"), "person", required=True),
        Option("note", gettext_lazy("Note"), "text", help=gettext_lazy("Shown with each item.")),
    )
    undo_help = gettext_lazy("Items that the person has not opened are unassigned.")

    def reasons(self, *, task, options):
        whose = {"annotator": options["person"]}
        late = Assignment.objects.filter(item=OuterRef("pk"), state__in=("submitted", "late"), **whose)
        answered = Annotation.objects.current().filter(item=OuterRef("pk"), **whose)
        return [
            task_takes_work(),
            is_withdrawn(),
            Reason("already_held", gettext_lazy("Already assigned to this person"), Q(held_by(**whose))),
            Reason("already_answered", gettext_lazy("Answered by this person"), Q(Exists(answered)) | Q(Exists(late))),
            Reason("slot_taken", gettext_lazy("Has no open slot"), Q(open_slots=0)),
        ]

    def apply(self, *, item, options, by):
        person = Annotator.objects.get(pk=options["person"])
        previous = Assignment.objects.filter(item=item, annotator=person).order_by("-round").first()
        row = leases.assign(task=item.task, item_id=item.pk, annotator=person, note=options["note"], by=by)
        was = [previous.state, previous.reason] if previous else ["released", ""]
        return {"assignment": row.pk, "token": str(row.token), "was": was}

    def undo(self, *, item, before, options, by):
        state, reason = before["was"]
        unopened = Assignment.objects.filter(pk=before["assignment"], token=before["token"], state="returned")
        if not unopened.update(state=state, reason=reason, ended_at=Now()):
            return CHANGED_SINCE
        slots.free(item.pk)
        history.note(task=item.task, item=item, verb="assignment_taken_back", details={"annotator": options["person"]})
        return ""

    def finish(self, *, first, count, options, by):
        person = Annotator.objects.select_related("user").get(pk=options["person"])
        more = ngettext("And %(n)s more item.", "And %(n)s more items.", count - 1) % {"n": count - 1}
        words = " ".join(filter(None, [options["note"], more if count > 1 else ""]))
        notifications.tell(users=[person.user], verb="assigned", item=first, text=words, by=by)
