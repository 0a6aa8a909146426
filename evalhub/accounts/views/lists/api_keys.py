"""The list of API keys: everybody's own, and for admins all of the organization's."""

from django.utils.formats import date_format
from django.utils.translation import gettext as gettext_now
from django.utils.translation import gettext_lazy as _

from evalhub.accounts import bindings
from evalhub.accounts.access import MEMBER
from evalhub.accounts.api.api_keys import FILTERS
from evalhub.accounts.models import ApiKey
from evalhub.accounts.models.api_key import BINDINGS, USE_DAYS
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List


def bound_to(key):
    """What the key is bound to, with its kind."""
    return f"{bindings.registry[key.bound_kind].title}: {key.bound_object}" if key.bound_kind else ""


def use(key):
    """What of an active key was not needed for long, or since when that is recorded."""
    if key.state != "active":
        return ""
    if key.unused_scopes is None:
        return gettext_now("Recorded since %(day)s") % {"day": date_format(key.use_recorded_since, "j M Y")}
    if not key.unused_scopes:
        return ""
    words = gettext_now("Wider than its use: %(scopes)s not used in the last %(n)s days")
    return words % {"scopes": ", ".join(key.unused_scopes), "n": USE_DAYS}


def visible_keys(membership):
    keys = ApiKey.objects.for_organization(membership.organization_id).select_related("membership__user", *BINDINGS)
    return keys if membership.may("admin") else keys.filter(membership=membership)


@register("api-keys")
class ApiKeyList(List):
    title = _("API keys")
    lead = _("Programs send a key with each request. A key acts as its owner, within its scopes.")
    capability = MEMBER
    columns = (
        Column("name", _("Name"), "name", sort="name"),
        Column("state", _("State"), "state", kind="state"),
        Column("person", _("Person"), "membership.user.display_name", kind="person", sort="membership__user__name"),
        Column("scopes", _("Scopes"), "scopes", kind="tags"),
        Column("bound_to", _("Bound to"), bound_to),
        Column("use", _("Use"), use, template="people/api_key_use.html"),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
        Column("last_used_at", _("Last used"), "last_used_at", kind="time", sort="last_used_at"),
        Column("expires_at", _("Expires"), "expires_at", kind="time", sort="expires_at"),
        Column("actions", _("Action"), template="people/api_key_cells.html"),
    )
    filters = tuple(each for each in FILTERS if each.name != "q")
    search, search_label = ("name", "membership__user__name", "membership__user__email"), _("Name or person")
    links = (
        Link(_("API reference"), "api_docs", MEMBER, icon="book-open"),
        Link(_("Request limits"), "request_limits", "admin", icon="gauge"),
        Link(_("Create key"), "api_key_create", MEMBER, primary=True),
    )
    empty = Empty(
        "key-round",
        _("No keys yet"),
        _("With an API key, your programs can upload datasets, answer items and download exports."),
        Link(_("Create key"), "api_key_create", MEMBER),
    )

    def rows(self):
        return visible_keys(self.membership).with_state()

    def note(self, row):
        return f"{row.prefix}…"

    def href(self, row):
        return ""
