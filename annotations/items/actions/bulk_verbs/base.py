"""What every bulk verb answers: what it asks for, which items it cannot change and why, how one item is changed."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.queue.models import Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import Annotator
from evalhub.lib.errors import InvalidInput

CHANGED_SINCE, FAILED = "changed_since", "work_failed"
KEPT = {
    CHANGED_SINCE: gettext_lazy("Changed since then"),
    FAILED: gettext_lazy("Unexpected error. The log of the worker has the details."),
}


@dataclass(frozen=True)
class Option:
    """Something the verb is told. kind: "text" (at most `most` characters), "number" (from `least` to `most`) or
    "person" (the id of an active annotator of the organization)."""

    name: str
    title: str
    kind: str
    required: bool = False
    help: str = ""
    least: int = 0
    most: int = 300
    default: str = ""


@dataclass(frozen=True)
class Reason:
    """Why an item is left alone: `when` is true of it in the database. Of several the first that fits is told."""

    code: str
    words: str
    when: Q


class Verb:
    """Base of the verbs. `apply` and `undo` are called for one item at a time, which is locked."""

    title = ""  # on the button, as an order
    help = ""  # one sentence on what it does
    done = ""  # of an item it was done to, beside a count
    icon = "pencil"
    options = ()
    undo_help = ""  # what taking it back does; empty: it cannot be taken back

    def clean(self, *, task, given):
        """The options as they are stored, {name: plain JSON}; InvalidInput with {"fields": {name: text}}."""
        found, mistakes = {}, {}
        for option in self.options:
            try:
                found[option.name] = _cleaned(option, str(given.get(option.name, option.default)).strip(), task)
            except InvalidInput as error:
                mistakes[option.name] = error.message
        if mistakes:
            raise InvalidInput(" ".join(mistakes.values()), code="bad_options", details={"fields": mistakes})
        return found

    def reasons(self, *, task, options):
        """The Reasons for which items are left alone, checked in the preview and again under the lock."""
        return []

    def apply(self, *, item, options, by):
        """Change one item, by a User; what `undo` needs, as plain JSON. Conflict or InvalidInput leave it alone."""
        raise NotImplementedError

    def undo(self, *, item, before, options, by):
        """Take one item back, by a User; empty, or a code of KEPT when it was left as it is."""
        raise NotImplementedError

    def finish(self, *, first, count, options, by):
        """Tell whom it concerns that `count` items are done, the TaskItem `first` among them."""


def task_takes_work():
    """Of every item of a task that takes no answers."""
    return Reason(
        "not_active", gettext_lazy("The task is a draft or completed"), ~Q(task__status__in=("ACTIVE", "PAUSED"))
    )


def is_withdrawn():
    return Reason("item_closed", gettext_lazy("Withdrawn"), ~Q(closed_reason=""))


def held_by(**conditions):
    """Whether somebody's assignment takes a place on the item."""
    return Exists(Assignment.objects.filter(item=OuterRef("pk"), state__in=SLOT_STATES, **conditions))


def _cleaned(option, text, task):
    if not text:
        if option.required:
            raise InvalidInput(_("%(name)s is missing.") % {"name": option.title}, code="missing")
        return ""
    if option.kind == "number":
        sign, digits = (-1, text[1:]) if text[0] in "-\u2212" else (1, text)
        number = sign * int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 9 else None
        if number is None or not option.least <= number <= option.most:
            raise InvalidInput(
                _("%(name)s is %(value)s. Valid: a whole number from %(least)s to %(most)s.")
                % {"name": option.title, "value": text[:40], "least": option.least, "most": option.most},
                code="bad_number",
            )
        return number
    if option.kind == "person":
        return _person(option, text, task)
    if len(text) > option.most or "\0" in text:
        raise InvalidInput(
            _("%(name)s has %(n)s characters. Valid: at most %(most)s, none of them NUL.")
            % {"name": option.title, "n": len(text), "most": option.most},
            code="too_long",
        )
    return text


def _person(option, text, task):
    people = Annotator.objects.available().eligible_for(task)
    try:
        found = people.filter(pk=UUID(text)).first()
    except ValueError:
        found = None
    if found is None:
        raise InvalidInput(
            _("%(name)s: choose an active person of this organization.") % {"name": option.title}, code="bad_annotator"
        )
    return str(found.pk)
