"""The list of invitations, open ones and those that were used."""

from django.utils.translation import gettext_lazy as _

from evalhub.accounts.api.invitations import FILTERS
from evalhub.accounts.models import Invitation
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List


@register("invitations")
class InvitationList(List):
    title = _("Invitations")
    lead = _("An invitation link works once, for one address, for 72 hours.")
    capability = "admin"
    columns = (
        Column("email", _("Email"), "email", kind="mono", sort="email"),
        Column("state", _("State"), "state", kind="state"),
        Column("role", _("Role"), "get_role_display", sort="role"),
        Column("invited_by", _("Invited by"), "invited_by.display_name", kind="person"),
        Column("created_at", _("Invited"), "created_at", kind="time", sort="created_at"),
        Column("expires_at", _("Expires"), "expires_at", kind="time", sort="expires_at"),
        Column("actions", _("Action"), template="people/invitation_cells.html"),
    )
    filters = tuple(each for each in FILTERS if each.name != "q")
    search, search_label = ("email",), _("Email")
    links = (Link(_("Invite a person"), "invitation_create", "admin", icon="user-plus", primary=True),)
    empty = Empty("mail", _("No invitations"), _("Invite a person to give them access."), links[0])

    def rows(self):
        return Invitation.objects.for_organization(self.organization).with_state().select_related("invited_by")

    def href(self, row):
        return ""
