"""Named filters of a task's table: kept by a person, shared with the organization by admins."""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from annotations.items.models import SavedView
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput

MOST = 20  # of one person in one task
LONGEST_NAME = 80


def visible(*, task, by):
    """The views of a task that a Membership sees: their own, and shared ones."""
    found = SavedView.objects.filter(Q(user=by.user_id) | Q(shared=True), task=task).select_related("user")
    return found.order_by("shared", "name", "pk")


def may_change(*, view, by):
    """Whether a Membership may rename, share or delete a view: their own, and shared ones as an admin."""
    return view.user_id == by.user_id or view.shared and by.may("manage")


@transaction.atomic
def save(*, task, name, chosen, shared=False, by):
    """Keep an ItemFilter under a name, by a Membership: the SavedView.

    Raises InvalidInput `bad_name`, Conflict `name_taken`, `too_many_views`, Forbidden.
    """
    _check_share(shared, by)
    name = _name(name)
    if SavedView.objects.filter(task=task, user=by.user_id).count() >= MOST:
        raise Conflict(_("You have %(n)s views of this task. Delete one first.") % {"n": MOST}, code="too_many_views")
    view = SavedView(
        organization_id=task.organization_id,
        task=task,
        user_id=by.user_id,
        name=name,
        query=chosen.query(),
        shared=shared,
    )
    return _store(view)


@transaction.atomic
def change(*, view, name, shared, by):
    """Rename a view, share it or take it back for oneself; raises what `save` raises."""
    _check(view, by)
    if shared != view.shared:
        _check_share(True, by)
    view.name, view.shared = _name(name), shared
    return _store(view)


@transaction.atomic
def delete(*, view, by):
    """Delete a view; that of another person is noted in the audit trail. Forbidden unless `may_change`."""
    _check(view, by)
    if view.user_id != by.user_id:
        audit.record(
            organization=view.organization,
            verb="view.deleted",
            target=view,
            by=by,
            details={"name": view.name, "of": str(view.user_id)},
        )
    view.delete()


def _store(view):
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as error:
        if "saved_view_name_unique" not in str(error):
            raise
        raise Conflict(_("A view named %(name)s already exists.") % {"name": view.name}, code="name_taken") from None
    return view


def _name(text):
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or "\0" in name:
        raise InvalidInput(
            _("The name has %(n)s characters. Valid: 1 to %(most)s.") % {"n": len(name), "most": LONGEST_NAME},
            code="bad_name",
        )
    return name


def _check_share(shared, by):
    if shared and not by.may("manage"):
        raise Forbidden(_("Only admins share views with the organization."), code="role")


def _check(view, by):
    if not may_change(view=view, by=by):
        raise Forbidden(_("This view belongs to another member."), code="not_yours")
