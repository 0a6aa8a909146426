"""The list of teams."""

from django.utils.translation import gettext_lazy as _

from evalhub.accounts.models import Team
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List

FILTERS = (
    filters.part_of("name", "name", "a part of the name", title=_("Name")),
    filters.since("created_at", "teams made then or later", title=_("Created from")),
)


@register("teams")
class TeamList(List):
    title = _("Teams")
    lead = _("Members by language, subject or project. People are filtered by team.")
    capability = "admin"
    in_palette = True
    columns = (
        Column("name", _("Name"), "name", sort="name"),
        Column("member_count", _("Members"), "member_count", kind="number", sort="member_count"),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    filters = FILTERS
    search, search_label = ("name",), _("Name")
    order = "name"
    links = (Link(_("New team"), "team_create", "admin", primary=True),)
    empty = Empty(
        "users",
        _("No teams yet"),
        _("A team is a named group of members, for example all who read German."),
        Link(_("New team"), "team_create", "admin"),
    )

    def rows(self):
        return Team.objects.for_organization(self.organization).with_member_count()
