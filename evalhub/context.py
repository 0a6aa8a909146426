"""What every page's frame needs: who, where, which language and theme, and the rail of what the role may use."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, get_language_bidi

from evalhub.answers import chosen_theme
from evalhub.navigation import HOME, groups_for, location_of

CLOSED = "organization"  # the groups that are closed until the reader says otherwise


@dataclass(frozen=True)
class RailItem:
    label: Any
    href: str
    current: bool
    count: str = ""


@dataclass(frozen=True)
class RailGroup:
    key: str
    label: Any
    icon: str
    items: list[RailItem]
    current: bool
    open: bool


def frame(request):
    membership = getattr(request, "membership", None)
    location = location_of(request.path)
    return {
        "membership": membership,
        "organization": membership.organization if membership else None,
        "language": get_language(),
        "direction": "rtl" if get_language_bidi() else "ltr",
        "theme": chosen_theme(request),
        "rail_collapsed": request.COOKIES.get("rail") == "collapsed",
        "location": location,
        "home": RailItem(HOME.label, HOME.href, current=_is_at(location, HOME)),
        "rail": _rail(location, membership, request.COOKIES) if membership else [],
    }


def _rail(location, membership, cookies):
    """The groups that the role may use. Those that were closed stay closed, except that of the page; those of a
    collapsed rail open beside it."""
    closed, collapsed = cookies.get("rail_closed", CLOSED).split("."), cookies.get("rail") == "collapsed"
    return [
        RailGroup(
            key=group.key,
            label=group.label,
            icon=group.icon,
            items=[RailItem(entry.label, entry.href, _is_at(location, entry), entry.count) for entry in entries],
            current=_is_in(location, group),
            open=not collapsed and (group.key not in closed or _is_in(location, group)),
        )
        for group, entries in groups_for(membership)
    ]


def _is_at(location, entry):
    return location is not None and location.entry is entry


def _is_in(location, group):
    return location is not None and location.group is group
