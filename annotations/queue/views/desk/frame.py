"""What every desk shows around its item: the person's keys and preferences, and the scripts."""

from django.conf import settings

from annotations.queue.actions import preferences
from annotations.queue.views.desk import preferences as sheet
from annotations.queue.views.desk import script


def context(request, desk):
    """The context of `desk/texts.html` and of the desk's own page; no statement."""
    own = preferences.of(user=request.user)
    return {
        **sheet.context(desk, own),
        "keys": own.keys,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "script": script.address(desk),
    }
