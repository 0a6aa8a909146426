"""The tabs of the pages about the engine: its costs, its runs, its ledger, its providers, its limits, its workers."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

TABS = {
    "costs": (_("Cost and quality"), "reviews:costs"),
    "runs": (_("Runs"), "reviews:run_list"),
    "ledger": (_("Ledger"), "reviews:ledger"),
    "providers": (_("Providers"), "reviews:providers"),
    "limits": (_("Limits and budget"), "reviews:rate_limits"),
    "operations": (_("Operations"), "reviews:operations"),
}


def console_tabs(current):
    """Items for `components/tabs.html`."""
    return [
        {"label": label, "href": reverse(name), "current": key == current, "count": None}
        for key, (label, name) in TABS.items()
    ]
