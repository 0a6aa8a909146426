"""The list of members with their roles."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.accounts.models import Membership, Role, Team
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List

CELLS = "people/people_cells.html"
ROLE = filters.choice("role", "role", Role.values, "members in this role", title=_("Role"), labels=dict(Role.choices))
TEAM = filters.identifier("team", "teams", "members of this team", title=_("Team"))
# Functions of members to {user id: code of a state}; features that know more of people add theirs.
member_states = []
MOST_TEAMS = 200


@register("people")
class PeopleList(List):
    title = _("People")
    capability = "admin"
    in_palette = True
    columns = (
        Column("name", _("Name"), "user.display_name", template=f"{CELLS}#name", sort="user__name"),
        Column("email", _("Email"), "user.email", kind="mono", sort="user__email", default=False),
        Column("role", _("Role"), "role", template=f"{CELLS}#role", sort="role"),
        Column("state", _("State"), "state", kind="state"),
        Column(
            "last_login",
            _("Last signed in"),
            "user.last_login",
            kind="time",
            template=f"{CELLS}#last_login",
            sort="user__last_login",
        ),
        Column("created_at", _("Joined"), "created_at", kind="time", sort="created_at"),
        Column("actions", _("Action"), template=f"{CELLS}#actions"),
    )
    filters = (ROLE, TEAM)
    search, search_label = ("user__name", "user__email"), _("Name or email")
    order = "email"
    links = (Link(_("Invite a person"), "invitation_create", "admin", icon="user-plus", primary=True),)
    empty = Empty("users", _("No members"), "")
    roles = Role.choices

    def rows(self):
        return Membership.objects.for_organization(self.organization).select_related("user")

    def labels(self, filter):
        if filter is not TEAM:
            return super().labels(filter)
        teams = Team.objects.for_organization(self.organization).order_by("name")[:MOST_TEAMS]
        return {str(pk): name for pk, name in teams.values_list("pk", "name")}

    def load(self, rows):
        states = {user: code for source in member_states for user, code in source(rows).items()}
        admins = (
            Membership.objects.for_organization(self.organization).filter(role=Role.ADMIN).values_list("pk", flat=True)
        )
        last = list(admins[:2])
        for member in rows:
            member.state = states.get(member.user_id, "active")
            member.is_last_admin = last == [member.pk]

    def href(self, row):
        return reverse("annotations:person", args=[row.pk])

    def note(self, row):
        return row.user.email
