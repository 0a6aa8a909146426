"""A run's policy as it is asked for, checked against what the organization has."""

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from reviews.engine.client.endpoints import resolve
from reviews.engine.models import RateLimitProfile
from reviews.engine.policy import RunPolicy


def read(found, *, organization, models=()):
    """The RunPolicy of this JSON; InvalidInput also for a rate limit profile that the organization has not.

    Where all of the `models` are simulated, batches are sent only if asked for: they would save nothing and take long.
    A run of an unknown profile would go by the standard limits without a word. One statement when a profile is named.
    """
    if models and all(resolve(model).simulated for model in models):
        found = {"min_batch_size": None} | found
    rules = RunPolicy.read(found)
    if rules.rate_limit_profile:
        named = RateLimitProfile.objects.for_organization(organization).exclude(name="")
        names = sorted(set(named.order_by().values_list("name", flat=True)))
        if rules.rate_limit_profile not in names:
            values = {"met": repr(rules.rate_limit_profile[:60]), "valid": ", ".join(['""', *names])}
            words = _("rate_limit_profile is %(met)s. Valid: %(valid)s.")
            raise InvalidInput(words % values, code="invalid_policy")
    return rules
