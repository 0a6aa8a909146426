"""What every page's frame needs: who, where, which language and theme, and the rail of what the role may use."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, get_language_bidi

from evalhub.answers import chosen_theme
from evalhub.navigation import location_of, sections_for, tabs_for


@dataclass(frozen=True)
class RailItem:
    label: Any
    icon: str
    href: str
    current: bool
    count: str = ""


def frame(request):
    membership = getattr(request, "membership", None)
    location = location_of(request.path)
    tabs_of = location if membership and location and location.is_page else None
    return {
        "membership": membership,
        "organization": membership.organization if membership else None,
        "language": get_language(),
        "direction": "rtl" if get_language_bidi() else "ltr",
        "theme": chosen_theme(request),
        "rail_collapsed": request.COOKIES.get("rail") == "collapsed",
        "location": location,
        "rail": _rail(location, membership) if membership else [],
        "section_tabs": tabs_for(membership, tabs_of.section.pages, request.path) if tabs_of else [],
        "page_tabs": tabs_for(membership, tabs_of.page.tabs, request.path) if tabs_of else [],
    }


def _rail(location, membership):
    return [
        RailItem(
            section.label,
            section.icon,
            pages[0].href,
            current=location is not None and location.section is section,
            count=section.count,
        )
        for section, pages in sections_for(membership)
    ]
