"""Find or make the annotator that a person is."""

from django.db import transaction

from annotations.tasks.models import Annotator
from evalhub.accounts.models import User
from evalhub.lib.database.joined import unsaved

MOST_KNOWN = 10_000
_KNOWN = {}


def of_member(membership):
    """The Annotator of a member; remembered per process, since a person's annotator never changes."""
    return unsaved(
        Annotator,
        id=_annotator_id(membership.organization_id, membership.user_id),
        kind="human",
        organization_id=membership.organization_id,
        user_id=membership.user_id,
        name=membership.user.display_name,
    )


def _annotator_id(organization_id, user_id):
    key = organization_id, user_id
    known = _KNOWN.get(key)
    if known is not None:
        return known
    defaults = {"name": lambda: User.objects.get(pk=user_id).display_name}
    annotator, _ = Annotator.objects.get_or_create(
        organization_id=organization_id, user_id=user_id, kind="human", defaults=defaults
    )
    # One that was made in this transaction is gone if the transaction is.
    transaction.on_commit(lambda: _remember(key, annotator.pk))
    return annotator.pk


def _remember(key, annotator_id):
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[key] = annotator_id
