"""Invite people by a link, withdraw the link, and join by it."""

from dataclasses import dataclass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit, teams
from evalhub.accounts.actions.people import change_role, clean_email, clean_name, clean_role
from evalhub.accounts.models import Invitation, Membership, Organization, Role, User
from evalhub.accounts.models.api_key import hash_key
from evalhub.accounts.models.invitation import LIFETIME
from evalhub.accounts.published import PUBLISHED_PASSWORD, is_published
from evalhub.lib.errors import Conflict, Gone, InvalidInput, NotFound

FIRST_SLUG = "main"


@dataclass(frozen=True)
class IssuedInvitation:
    """A new invitation; `token` goes into the link and is not stored."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(*, organization, email, role, team=None, by):
    """Make an invitation bound to one address, and to a team that is joined with it; an open one for the same address
    is replaced."""
    email, role = clean_email(email), clean_role(role)
    if Membership.objects.filter(organization=organization, user__email=email).exists():
        text = _("%(email)s is already a member of %(organization)s.") % {"email": email, "organization": organization}
        raise Conflict(text, code="already_member")
    Invitation.objects.for_organization(organization).filter(email=email).open().update(revoked_at=Now())
    return _issue(organization=organization, email=email, role=role, team=team, by=by)


@transaction.atomic
def resend(*, invitation, by):
    """Another link for an invitation that nobody used, for another 72 hours; the link before stops working.

    Conflict `invitation_ended` when it was used or withdrawn.
    """
    token = Invitation.new_token()
    waiting = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None)
    if not waiting.update(token_hash=hash_key(token), expires_at=Now() + LIFETIME):
        raise Conflict(_("This invitation was used or withdrawn. Invite the person again."), code="invitation_ended")
    invitation.refresh_from_db()
    audit.record(organization=invitation.organization, verb="invitation.resent", target=invitation, by=by)
    return IssuedInvitation(invitation=invitation, token=token)


def _issue(*, organization, email, role, team=None, by):
    token = Invitation.new_token()
    invitation = Invitation.objects.create(
        organization=organization,
        email=email,
        role=role,
        team=team,
        token_hash=hash_key(token),
        invited_by=by,
        expires_at=Now() + LIFETIME,
    )
    details = {"email": email, "role": role} | ({"team": team.name} if team else {})
    audit.record(organization=organization, verb="invitation.created", target=invitation, details=details, by=by)
    return IssuedInvitation(invitation=invitation, token=token)


@transaction.atomic
def invite_first_admin():
    """An invitation bound to no address, where nobody can sign in as an admin yet; None where somebody can."""
    if _somebody_administers():
        return None
    organization, _is_new = Organization.objects.get_or_create(slug=FIRST_SLUG, defaults={"name": "Main"})
    Invitation.objects.for_organization(organization).filter(email="").open().update(revoked_at=Now())
    return _issue(organization=organization, email="", role=Role.ADMIN, by=None)


@transaction.atomic
def withdraw(*, invitation, by):
    """Make the link useless; an invitation that is closed already stays as it was."""
    if Invitation.objects.filter(pk=invitation.pk).open().update(revoked_at=Now()):
        audit.record(organization=invitation.organization, verb="invitation.withdrawn", target=invitation, by=by)


def find_open(token):
    """The open invitation behind a link's token; NotFound or Gone with what to do otherwise."""
    invitation = Invitation.objects.select_related("organization", "invited_by", "team").with_token(token).first()
    if invitation is None:
        raise NotFound(_("This invitation does not exist. Ask for a new link."), code="invitation_unknown")
    is_open = Invitation.objects.filter(pk=invitation.pk).open().exists()
    if not is_open or (not invitation.email and _somebody_administers()):
        text = _("This invitation was used, withdrawn or has expired. Ask for a new link.")
        raise Gone(text, code="invitation_closed")
    return invitation


@transaction.atomic
def accept(*, token, name="", password=None, email="", by=None):
    """Join by a link, once: `by` is the signed-in person it was made for, else a new person with a password is made.

    `email` counts only where the invitation is bound to no address.
    """
    Invitation.objects.select_for_update().with_token(token).first()
    invitation = find_open(token)
    email = invitation.email or (by.email if by is not None else clean_email(email))
    user = User.objects.filter(email=email).first()
    if user is None:
        user = _new_person(email, name, password)
    elif by is None or by.pk != user.pk:
        text = _("This address has an account. Sign in with it, then open the link again.")
        raise Conflict(text, code="sign_in_first")
    membership, is_new = Membership.objects.get_or_create(
        user=user, organization=invitation.organization, defaults={"role": invitation.role}
    )
    if not is_new and not invitation.email:
        # Nobody administers: the link is there to end that, whatever this member was before.
        change_role(membership=membership, role=invitation.role, by=user)
    if invitation.team:
        teams.change(team=invitation.team, add=[membership], by=user)
    Invitation.objects.filter(pk=invitation.pk).update(accepted_at=Now(), email=email)
    audit.record(organization=invitation.organization, verb="invitation.accepted", target=invitation, by=user)
    return membership


def _somebody_administers():
    """Whether an admin can sign in: who knows only the password that everybody knows cannot."""
    admins = Membership.objects.filter(role=Role.ADMIN, user__is_active=True).select_related("user")
    return any(
        admin.user.has_usable_password()
        and not (is_published(PUBLISHED_PASSWORD) and admin.user.check_password(PUBLISHED_PASSWORD))
        for admin in admins
    )


def _new_person(email, name, password):
    user = User(email=email, name=clean_name(name))
    try:
        validate_password(password or "", user)
    except ValidationError as error:
        raise InvalidInput(" ".join(error.messages), code="weak_password") from None
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        text = _("This address already has an account. Sign in with it.")
        raise Conflict(text, code="sign_in_first") from None
    return user
