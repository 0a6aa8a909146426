"""The tabs over the people of an organization and their teams."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

TABS = {"people": (_("People"), "people_list"), "teams": (_("Teams"), "team_list")}


def people_tabs(current):
    """Items for `components/tabs.html`."""
    return [
        {"label": label, "href": reverse(name), "current": key == current, "count": None}
        for key, (label, name) in TABS.items()
    ]
