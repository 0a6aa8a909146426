"""Browsers that a person has signed in with before, known by a signed cookie."""

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.core import signing

SALT = "evalhub.accounts.devices"
LIFETIME_SECONDS = 31_536_000
MOST_PEOPLE = 8  # who share a browser


@dataclass(frozen=True)
class Device:
    """`people` are the ids of users, the latest last."""

    id: str
    people: tuple

    def knows(self, user_id):
        return str(user_id) in self.people


def read_device(request):
    """The Device that this browser is; a new one without people where it was never seen."""
    try:
        found = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=LIFETIME_SECONDS)
        return Device(id=found["id"], people=tuple(found["people"]))
    except signing.BadSignature:
        return Device(id=secrets.token_urlsafe(16), people=())


def remember_device(request, response, user):
    """Let this browser be known from now on as one of `user`, who has just shown who they are."""
    device = read_device(request)
    people = [person for person in device.people if person != str(user.pk)][-MOST_PEOPLE + 1 :]
    value = signing.dumps({"id": device.id, "people": [*people, str(user.pk)]}, salt=SALT)
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        value,
        max_age=LIFETIME_SECONDS,
        path="/",
        secure=settings.IS_SECURE,
        httponly=True,
        samesite="Lax",
    )
