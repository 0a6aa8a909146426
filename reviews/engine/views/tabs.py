"""The tabs of the engine's pages: those of one run, and those about what providers and workers allow."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

RUN = {
    "overview": (_("Overview"), "reviews:run_detail"),
    "requests": (_("Requests"), "reviews:run_requests"),
}
LIMITS = {
    "limits": (_("Limits and budget"), "reviews:rate_limits"),
    "providers": (_("Providers"), "reviews:providers"),
    "operations": (_("Operations"), "reviews:operations"),
}


def run_tabs(run, current):
    """Items for `components/tabs.html`."""
    return _tabs(RUN, current, [run.pk])


def limit_tabs(current):
    """Items for `components/tabs.html`."""
    return _tabs(LIMITS, current)


def _tabs(tabs, current, args=()):
    return [
        {"label": label, "href": reverse(name, args=args), "current": key == current, "count": None}
        for key, (label, name) in tabs.items()
    ]
