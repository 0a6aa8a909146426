"""Lines under a member's bell: written when somebody is meant, read by that member alone."""

from django.db.models.functions import Now

from annotations.queue.models import Notification
from evalhub.accounts.models import Membership, Organization
from evalhub.accounts.models.membership import Role
from evalhub.work.health import title_of

VERBS = ("mentioned", "replied", "returned", "assigned")
OF_SYSTEM = ("given_up", "problem")


def tell(*, users, verb, item, comment=None, text="", by=None):
    """Write one line for each of these Users about an item; whoever did it is not told. One statement.

    verb: one of VERBS. by: a User. The text of a comment is not repeated: it may hold an answer that its reader must
    not see yet.
    """
    rows = [
        Notification(
            organization_id=item.task.organization_id,
            user_id=user.pk,
            verb=verb,
            actor=by,
            item=item,
            comment=comment,
            text=text[:300],
        )
        for user in users
        if by is None or user.pk != by.pk
    ]
    return Notification.objects.bulk_create(rows)


def tell_operators(*, verb, text, organization=None):
    """Write one line for each admin of an organization; without one, for whoever may open the pages for operators, or
    where there is nobody, for the admins of an installation with one organization."""
    members = Membership.objects.filter(user__is_active=True)
    found = members.filter(organization=organization, role=Role.ADMIN)
    if organization is None:
        found = members.filter(user__is_staff=True).order_by("user", "pk").distinct("user")
        if not found and Organization.objects.count() == 1:
            found = members.filter(role=Role.ADMIN)
    rows = [
        Notification(organization_id=each.organization_id, user_id=each.user_id, verb=verb, text=text[:300])
        for each in found
    ]
    return Notification.objects.bulk_create(rows)


def tell_given_up(failure):
    """Tell the admins whose row a WorkFailure is that it was given up."""
    if failure.organization_id:
        text = f"{title_of(failure.sweep)}: {failure.reason.english}"
        tell_operators(verb="given_up", text=text, organization=failure.organization_id)


def of_member(*, membership):
    """The member's lines in this organization, newest first."""
    rows = Notification.objects.filter(organization=membership.organization_id, user=membership.user_id)
    return rows.select_related("actor", "item__task")


def unread(*, membership):
    """How many lines the member has not read; one statement on a narrow index."""
    return of_member(membership=membership).select_related(None).filter(read_at=None).order_by().count()


def mark_read(*, membership, ids=None):
    """Mark these lines of the member as read, or all of them; returns how many were new. Safe to repeat."""
    rows = of_member(membership=membership).select_related(None).filter(read_at=None)
    if ids is not None:
        rows = rows.filter(pk__in=ids)
    return rows.update(read_at=Now())
