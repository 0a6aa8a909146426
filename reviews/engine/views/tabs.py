"""The tabs of one run."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

RUN = {
    "overview": (_("Overview"), "reviews:run_detail"),
    "requests": (_("Requests"), "reviews:run_requests"),
}


def run_tabs(run, current):
    """Items for `components/tabs.html`."""
    return [
        {"label": label, "href": reverse(name, args=[run.pk]), "current": key == current, "count": None}
        for key, (label, name) in RUN.items()
    ]
