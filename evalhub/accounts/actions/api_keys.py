"""Make and revoke keys for programs."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.accounts.models import ApiKey
from evalhub.accounts.models.api_key import SCOPES, hash_key, usable_scopes, widest
from evalhub.lib.errors import InvalidInput

NAME_LENGTH = 120
PREFIX_LENGTH = 12


@dataclass(frozen=True)
class IssuedKey:
    """A new key; `secret` is to be shown once and is not stored."""

    key: ApiKey
    secret: str


@transaction.atomic
def issue(*, membership, name, scopes=None, expires_at=None, bound=None, within=None, by=None):
    """Make a key that acts as `membership`'s person; scopes default to all that it may have, but `admin`.

    `bound` is {kind: the one object that the key may call operations about}. `within`: a key may have these scopes and
    no others, None for all that there are. What the role does not have, no key gives.
    """
    name = _clean_name(name)
    usable = widest(scope for scope in usable_scopes(membership.role) if within is None or scope in within)
    scopes = _clean_scopes([scope for scope in usable if scope != "admin"] if scopes is None else scopes)
    refused = [scope for scope in scopes if within is not None and scope not in within]
    if refused:
        text = _("The scope %(scope)s is not yours to give. Valid scopes: %(scopes)s.")
        raise InvalidInput(text % {"scope": repr(refused[0]), "scopes": ", ".join(usable)}, code="unusable_scope")
    bound = bound or {}
    if len(bound) > 1 or (bound and "admin" in scopes):
        text = _("Bind a key to one object at most, and no key with the scope admin: it is about no object.")
        raise InvalidInput(text, code="bad_binding")
    if expires_at is not None and expires_at <= timezone.now():
        text = _("The expiry %(moment)s is in the past. Choose a later time.") % {
            "moment": f"{expires_at:%Y-%m-%d %H:%M}"
        }
        raise InvalidInput(text, code="bad_expiry")
    secret = ApiKey.new_secret()
    key = ApiKey.objects.create(
        organization=membership.organization,
        membership=membership,
        name=name,
        prefix=secret[:PREFIX_LENGTH],
        key_hash=hash_key(secret),
        scopes=scopes,
        expires_at=expires_at,
        **bound,
    )
    details = {"name": name, "scopes": scopes} | {f"{kind}_id": str(each.pk) for kind, each in bound.items()}
    audit.record(organization=key.organization, verb="api_key.created", target=key, details=details, by=by)
    return IssuedKey(key=key, secret=secret)


@transaction.atomic
def revoke(*, key, by):
    """End a key; a key that is already revoked stays as it was."""
    if ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=Now()):
        audit.record(organization=key.organization, verb="api_key.revoked", target=key, by=by)


def _clean_name(text):
    name = " ".join(text.split())
    if not name or "\0" in name:
        raise InvalidInput(_("Enter a name that says what uses the key."), code="name_missing")
    if len(name) > NAME_LENGTH:
        text = _("The name has %(n)s characters. Valid: at most %(most)s.") % {"n": len(name), "most": NAME_LENGTH}
        raise InvalidInput(text, code="name_too_long")
    return name


def _clean_scopes(given):
    """The scopes in their usual order, each once."""
    unknown = [scope for scope in given if scope not in SCOPES]
    if unknown:
        text = _("Unknown scope %(scope)s. Valid scopes: %(scopes)s.")
        raise InvalidInput(text % {"scope": repr(unknown[0]), "scopes": ", ".join(SCOPES)}, code="unknown_scope")
    if not given:
        text = _("A key needs at least one scope. Valid scopes: %(scopes)s.") % {"scopes": ", ".join(SCOPES)}
        raise InvalidInput(text, code="scope_missing")
    return [scope for scope in SCOPES if scope in given]
