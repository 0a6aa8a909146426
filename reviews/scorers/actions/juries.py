"""Jury annotators: models that score the same outputs, and the rule that makes one score of theirs."""

import hashlib
from collections.abc import Sequence
from typing import Any

from django.db import transaction

from annotations.labels.reading import listed, not_valid, numbers_between
from annotations.models import Annotator
from evalhub.accounts.actions import audit
from evalhub.accounts.models import Organization
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _
from reviews.scorers.jury_rules import RULES

JURY = "jury"  # the kind and the method of such an annotator
LEAST_MEMBERS, MOST_MEMBERS = 2, 10


@transaction.atomic
def jury(
    *, organization: Organization, members: Sequence[Annotator], rule: str, minimum: int | None = None, by: Any = None
) -> Annotator:
    """The one annotator of these members, rule and minimum; the order of the members does not matter.

    `minimum` is how many members have to score an output, more than half of them by itself. InvalidInput names what is
    wrong.
    """
    members = sorted({each.pk: each for each in members}.values(), key=lambda each: each.fingerprint)
    if not LEAST_MEMBERS <= len(members) <= MOST_MEMBERS or any(each.kind != "llm" for each in members):
        valid = _("%(least)d to %(most)d different models") % {"least": LEAST_MEMBERS, "most": MOST_MEMBERS}
        raise not_valid("members", listed(each.name for each in members), valid)
    if rule not in RULES:
        raise not_valid("rule", rule, listed(RULES))
    minimum = len(members) // 2 + 1 if minimum is None else minimum
    if isinstance(minimum, bool) or not isinstance(minimum, int) or not 1 <= minimum <= len(members):
        raise not_valid("minimum", minimum, numbers_between(1, len(members), whole=True))
    identity = strict_json.dumps([JURY, [each.fingerprint for each in members], rule, minimum])
    names = ", ".join(each.name for each in members)
    annotator, is_new = Annotator.objects.get_or_create(
        organization=organization,
        fingerprint=hashlib.sha256(identity.encode()).hexdigest(),
        kind=JURY,
        defaults={
            "name": f"Jury ({rule}, at least {minimum}): {names}"[:200],
            "method": JURY,
            "parameters": {"members": [str(each.pk) for each in members], "rule": rule, "minimum": minimum},
            "simulated": any(each.simulated for each in members),
        },
    )
    if is_new:
        details = {"rule": rule, "minimum": minimum, "members": [each.name for each in members]}
        audit.record(organization=organization, verb="annotator.created", target=annotator, details=details, by=by)
    return annotator


def members_of(annotator: Annotator) -> list[Annotator]:
    """In the order of its parameters."""
    found = Annotator.objects.in_bulk(annotator.parameters["members"], field_name="pk")
    by_id = {str(pk): each for pk, each in found.items()}
    return [by_id[pk] for pk in annotator.parameters["members"]]
