"""Named looks of lists: kept by a person, shared with the organization by admins."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import SavedView
from evalhub.lib.errors import Conflict, Forbidden, InvalidInput

MOST = 20  # of one person in one list
LONGEST_NAME = 80


def may_change(*, view, by):
    """Whether a Membership may rename, share or delete a view: their own, and shared ones as an admin."""
    return view.user_id == by.user_id or view.shared and by.may("manage")


@transaction.atomic
def save(*, list_key, scope, name, query, shared=False, by):
    """Keep a query string of a list under a name, by a Membership: the SavedView.

    Raises InvalidInput `bad_name`, Conflict `name_taken`, `too_many_views`, Forbidden.
    """
    _check_share(shared, by)
    kept = {"organization_id": by.organization_id, "user_id": by.user_id, "list_key": list_key, "scope": scope}
    view = SavedView(**kept, name=_name(name), query=query, shared=shared)
    if SavedView.objects.filter(**kept).count() >= MOST:
        raise Conflict(_("You have %(n)s views of this list. Delete one first.") % {"n": MOST}, code="too_many_views")
    return _store(view)


@transaction.atomic
def change(*, view, name, shared, query=None, by):
    """Rename a view, share it or take it back, replace what it shows (`query`); raises what `save` raises."""
    _check(view, by)
    if shared != view.shared:
        _check_share(True, by)
    view.name, view.shared = _name(name), shared
    view.query = view.query if query is None else query
    return _store(view)


@transaction.atomic
def delete(*, view, by):
    """Delete a view; that of another person is noted in the audit trail. Forbidden unless `may_change`."""
    _check(view, by)
    if view.user_id != by.user_id:
        details = {"name": view.name, "of": str(view.user_id)}
        audit.record(organization=by.organization, verb="view.deleted", target=view, by=by, details=details)
    view.delete()


def _store(view):
    try:
        with transaction.atomic():
            view.save()
    except IntegrityError as error:
        if "saved_view_of_list_name_unique" not in str(error):
            raise
        raise Conflict(_("A view named %(name)s already exists.") % {"name": view.name}, code="name_taken") from None
    return view


def _name(text):
    name = text.strip()
    if not name or len(name) > LONGEST_NAME or "\0" in name:
        text = _("The name has %(n)s characters. Valid: 1 to %(most)s.") % {"n": len(name), "most": LONGEST_NAME}
        raise InvalidInput(text, code="bad_name")
    return name


def _check_share(shared, by):
    if shared and not by.may("manage"):
        raise Forbidden(_("Only admins share views with the organization."), code="role")


def _check(view, by):
    if not may_change(view=view, by=by):
        raise Forbidden(_("This view belongs to another member."), code="not_yours")
