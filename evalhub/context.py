"""What every page's frame needs: who, where, which language and theme, and the rail of what the role may use."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext_lazy as _

from evalhub.answers import chosen_theme

RAIL = [
    (_("Home"), "dashboard", "layout-dashboard", None),
    (_("Datasets"), "datasets:dataset_list", "database", "read"),
    (_("Tasks"), "annotations:task_list", "list-checks", "read"),
    (_("Metrics"), "annotations:metric_list", "ruler", "read"),
    (_("Annotate"), "annotations:annotate_list", "pencil-line", "annotate"),
    (_("Audit"), "reviews:audit_list", "scan-search", "audit"),
    (_("Runs"), "reviews:run_list", "bot", "read"),
    (_("Result reviews"), "reviews:job_list", "folder-search", "read"),
    (_("Studies"), "experiments:study_list", "telescope", "read"),
    (_("Prompts"), "reviews:prompt_list", "square-terminal", "read"),
    (_("Quality"), "reviews:quality", "badge-dollar-sign", "read"),
    (_("Exports"), "annotations:export_list", "download", "export"),
    (_("People"), "people_list", "users", "manage"),
    (_("API keys"), "api_key_list", "key-round", None),
    (_("Audit log"), "audit_log", "scroll-text", "manage"),
    (_("Settings"), "account_settings", "settings", None),
]
# Pages elsewhere that belong to an entry of the rail.
BESIDE = {
    "reviews:job_list": ("reviews:method_list",),
    "reviews:run_list": ("reviews:ledger", "reviews:operations", "reviews:providers", "reviews:rate_limits"),
}
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
        "language": get_language(),
        "direction": "rtl" if get_language_bidi() else "ltr",
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
        places = [href, *map(reverse, BESIDE.get(name, ()))]
        current = path == href if href == "/" else path.startswith(tuple(places))
        apart = name in LOWER and not is_lower
        is_lower = is_lower or apart
        items.append(RailItem(label=label, href=href, icon=icon, current=current, apart=apart))
    return items
