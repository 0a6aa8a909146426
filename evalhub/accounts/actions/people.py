"""Create people, give them roles, rename and remove them."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit, passwords
from evalhub.accounts.models import Membership, Organization, Role, User
from evalhub.lib.errors import Conflict, InvalidInput

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,98}")
NAME_LENGTH = 120


def clean_email(text):
    """The address in lower case; InvalidInput when it is none."""
    email = text.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        words = _("%(text)s is not an email address.") % {"text": repr(text)}
        raise InvalidInput(words, code="bad_email") from None
    return email


def clean_role(text):
    if text not in Role.values:
        words = _("Unknown role %(role)s. Valid roles: %(roles)s.")
        raise InvalidInput(words % {"role": repr(text), "roles": ", ".join(Role.values)}, code="unknown_role")
    return Role(text)


def clean_name(text):
    name = " ".join(text.split())
    if len(name) > NAME_LENGTH or "\0" in name:
        words = _("The name is too long. Valid: at most %(most)s characters.") % {"most": NAME_LENGTH}
        raise InvalidInput(words, code="bad_name")
    return name


@transaction.atomic
def create_or_update(*, email, role, organization_slug, password=None, name=None, by=None):
    """Make sure that the person exists and has `role` in the organization, which is created when it is new."""
    email, role = clean_email(email), clean_role(role)
    if not SLUG.fullmatch(organization_slug):
        words = _("%(text)s is not a slug. Valid: lower-case letters, digits and dashes.")
        raise InvalidInput(words % {"text": repr(organization_slug)}, code="bad_slug")
    title = organization_slug.replace("-", " ").title()
    organization, _is_new = Organization.objects.get_or_create(slug=organization_slug, defaults={"name": title})
    user = User.objects.filter(email=email).first()
    is_known = user is not None
    user = user or User.objects.create_user(email)
    if name is not None:
        user.name = clean_name(name)
        user.save(update_fields=["name"])
    if password is not None and not (is_known and user.check_password(password)):
        passwords.change(user=user, password=password, how="command", end_keys=True, by=by)
    membership, _is_new = Membership.objects.update_or_create(
        user=user, organization=organization, defaults={"role": role}
    )
    details = {"email": email, "role": role}
    audit.record(organization=organization, verb="membership.set", target=membership, details=details, by=by)
    return membership


@transaction.atomic
def change_role(*, membership, role, by):
    """Give another role; the last admin of an organization stays one."""
    role = clean_role(role)
    if role != Role.ADMIN:
        _keep_an_admin(membership)
    before, membership.role = membership.role, role
    membership.save(update_fields=["role"])
    audit.record(
        organization=membership.organization,
        verb="membership.role_changed",
        target=membership,
        details={"email": membership.user.email, "from": before, "role": role},
        by=by,
    )


@transaction.atomic
def remove(*, membership, by):
    """End a membership and its keys; what the person judged stays. The last admin cannot be removed."""
    _keep_an_admin(membership)
    audit.record(
        organization=membership.organization,
        verb="membership.removed",
        target=membership,
        details={"email": membership.user.email, "role": membership.role},
        by=by,
    )
    membership.delete()


def rename(*, user, name):
    """Set the name under which others see this person."""
    user.name = clean_name(name)
    user.save(update_fields=["name"])


def _keep_an_admin(membership):
    """Refuse to take away the last admin; the lock on all admins closes the race of two who demote each other."""
    admins = Membership.objects.select_for_update().filter(organization=membership.organization, role=Role.ADMIN)
    if [admin.pk for admin in admins.order_by("pk")] == [membership.pk]:
        raise Conflict(_("This is the last admin. Make another member an admin first."), code="last_admin")
