"""What every page's frame needs: who, where, which theme, and the rail of what the role may use."""

from dataclasses import dataclass

from django.urls import reverse

from evalhub.answers import chosen_theme

RAIL = [
    ("Dashboard", "dashboard", "layout-dashboard", None),
    ("Datasets", "datasets:dataset_list", "database", "read"),
    ("Tasks", "annotations:task_list", "list-checks", "read"),
    ("Annotate", "annotations:annotate_list", "pencil-line", "annotate"),
    ("Audit", "reviews:audit_list", "scan-search", "audit"),
    ("Exports", "annotations:export_list", "download", "export"),
    ("People", "people_list", "users", "manage"),
    ("API keys", "api_key_list", "key-round", None),
    ("Settings", "account_settings", "settings", None),
]
LOWER = ("people_list", "api_key_list", "account_settings")


@dataclass(frozen=True)
class RailItem:
    label: str
    href: str
    icon: str
    current: bool
    apart: bool = False


def frame(request):
    membership = getattr(request, "membership", None)
    return {
        "membership": membership,
        "organization": membership.organization if membership else None,
        "theme": chosen_theme(request),
        "rail_collapsed": request.COOKIES.get("rail") == "collapsed",
        "rail": _rail(request.path, membership) if membership else [],
    }


def _rail(path, membership):
    """What the role may use; a gap parts the work from what lies below it."""
    items, is_lower = [], False
    for label, name, icon, capability in RAIL:
        if capability and not membership.may(capability):
            continue
        href = reverse(name)
        current = path == href if href == "/" else path.startswith(href)
        apart = name in LOWER and not is_lower
        is_lower = is_lower or apart
        items.append(RailItem(label=label, href=href, icon=icon, current=current, apart=apart))
    return items
