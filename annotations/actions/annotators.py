"""Find or make the annotator that a person is."""

from functools import lru_cache

from annotations.models import Annotator
from evalhub.accounts.models import User


def of_member(membership):
    """The Annotator of a member; remembered per process, since a person's annotator never changes."""
    return Annotator(pk=_annotator_id(membership.organization_id, membership.user_id), kind="human",
                     organization_id=membership.organization_id, user_id=membership.user_id,
                     name=membership.user.display_name)


@lru_cache(maxsize=10_000)
def _annotator_id(organization_id, user_id):
    name = User.objects.get(pk=user_id).display_name
    annotator, _ = Annotator.objects.get_or_create(
        organization_id=organization_id, user_id=user_id, kind="human", defaults={"name": name}
    )
    return annotator.pk


def forget():
    """Empty the memory; tests that roll the database back need it."""
    _annotator_id.cache_clear()
