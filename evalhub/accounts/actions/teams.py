"""Make teams of members, change and delete them."""

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.accounts.actions import audit
from evalhub.accounts.models import Membership, Organization, Team, TeamMember
from evalhub.lib.errors import Conflict, InvalidInput

NAME_LENGTH = 120
MOST_MEMBERS = 1000


@transaction.atomic
def create(*, organization: Organization, name: str, members: Iterable[Membership] = (), by: Any = None) -> Team:
    """A team of these members, who are of the organization. Conflict `name_taken` in any case of its letters."""
    team = Team(organization=organization, name=_clean_name(name))
    _save(team, force_insert=True)
    added = _add(team, members)
    details = {"name": team.name, "added": _emails(added)}
    audit.record(organization=organization, verb="team.created", target=team, details=details, by=by)
    return team


@transaction.atomic
def change(
    *,
    team: Team,
    name: str | None = None,
    add: Iterable[Membership] = (),
    remove: Iterable[Membership] = (),
    by: Any = None,
) -> Team:
    """Another name, more members, fewer members; who is in it already, or is not, stays so."""
    team = Team.objects.select_for_update(of=("self",)).select_related("organization").get(pk=team.pk)
    details = {}
    if name is not None and _clean_name(name) != team.name:
        details["from"], team.name = team.name, _clean_name(name)
        details["name"] = team.name
        _save(team, update_fields=["name"])
    leaving = list(team.members.filter(pk__in=[member.pk for member in remove]).select_related("user"))
    TeamMember.objects.filter(team=team, membership__in=leaving).delete()
    details |= {"removed": _emails(leaving), "added": _emails(_add(team, add))}
    details = {key: value for key, value in details.items() if value}
    if details:
        audit.record(organization=team.organization, verb="team.changed", target=team, details=details, by=by)
    return team


@transaction.atomic
def delete(*, team: Team, by: Any = None) -> None:
    """Its members stay members of the organization. Conflict `team_in_use` while a task names it."""
    details = {"name": team.name}
    audit.record(organization=team.organization, verb="team.deleted", target=team, details=details, by=by)
    try:
        team.delete()
    except ProtectedError as error:
        n = len(error.protected_objects)
        text = ngettext(
            "%(name)s is the team of %(n)s task. Choose another in its settings first.",
            "%(name)s is the team of %(n)s tasks. Choose another in their settings first.",
            n,
        )
        raise Conflict(text % {"name": team.name, "n": n}, code="team_in_use") from None


def _add(team, members):
    """Those of the members who were not in it."""
    known = set(TeamMember.objects.filter(team=team).values_list("membership", flat=True))
    new = [member for member in {member.pk: member for member in members}.values() if member.pk not in known]
    if len(known) + len(new) > MOST_MEMBERS:
        text = _("The team would have %(n)s members. Valid: at most %(most)s.")
        raise InvalidInput(text % {"n": len(known) + len(new), "most": MOST_MEMBERS}, code="too_many_members")
    TeamMember.objects.bulk_create(
        TeamMember(organization_id=team.organization_id, team=team, membership=member) for member in new
    )
    return new


def _save(team, **how):
    try:
        with transaction.atomic():
            team.save(**how)
    except IntegrityError as error:
        if "team_name_unique" not in str(error):
            raise
        text = _("A team named %(name)s already exists.") % {"name": repr(team.name)}
        raise Conflict(text, code="name_taken") from None


def _clean_name(text):
    name = " ".join(text.split())
    if not name or len(name) > NAME_LENGTH or not name.isprintable():
        words = _("The name is %(met)s. Valid: one line of 1 to %(most)s characters.")
        raise InvalidInput(words % {"met": repr(text)[:80], "most": NAME_LENGTH}, code="invalid_name")
    return name


def _emails(members):
    return sorted(member.user.email for member in members)
