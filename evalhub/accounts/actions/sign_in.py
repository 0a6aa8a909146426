"""Signing in: who has to wait, and what is written down of it.

Nobody can lock a person out. A browser in which the person has signed in before has a count of its own, which other
people's failures do not touch. Elsewhere failures count for the account and the source together, and for the source
alone, so that one source cannot try one password on everybody. Many failures on one account from everywhere close
nothing: they leave each source one free attempt instead of five.
"""

import ipaddress
from dataclasses import dataclass

from evalhub.accounts.actions import audit
from evalhub.accounts.models import SignInThrottle, User
from evalhub.accounts.models.sign_in_throttle import Limit

ACCOUNT_LIMIT = Limit(free=5, first_seconds=2, longest_seconds=900)
ATTACKED_LIMIT = Limit(free=1, first_seconds=2, longest_seconds=900)
SOURCE_LIMIT = Limit(free=30, first_seconds=1, longest_seconds=60)
COUNTED = Limit(free=1_000_000, first_seconds=0, longest_seconds=0)
ATTACKED_FROM = 50  # failures on one account from all unknown browsers


@dataclass(frozen=True)
class Attempt:
    """One try to sign in; `wait_seconds` above 0 means that the password is not even looked at."""

    email: str
    source: str
    user: User | None
    device: object
    wait_seconds: float

    @property
    def is_known(self):
        return self.user is not None and self.device.knows(self.user.pk)


def begin(*, email, source, device):
    """Count this attempt as a failure until `succeed` says otherwise."""
    email, source = email.strip().lower(), network_of(source)
    user = User.objects.filter(email=email).first()
    attempt = Attempt(email=email, source=source, user=user, device=device, wait_seconds=0)
    return Attempt(email=email, source=source, user=user, device=device, wait_seconds=_wait(attempt))


def succeed(*, attempt):
    throttle = SignInThrottle.objects
    throttle.forget(_pair(attempt))
    if not attempt.is_known:
        throttle.give_back(f"source {attempt.source}")


def fail(*, attempt):
    """Write a failure into the audit log of the organizations of the account that it concerns."""
    if not attempt.is_known:
        SignInThrottle.objects.take(f"account {attempt.email}", COUNTED)
    if attempt.user is not None:
        details = {"source": attempt.source, "known_device": attempt.is_known}
        audit.record_everywhere(user=attempt.user, verb="sign_in.failed", details=details)


def record_success(*, user, source, device):
    details = {"source": network_of(source), "known_device": device.knows(user.pk)}
    audit.record_everywhere(user=user, verb="sign_in.succeeded", details=details, by=user)


def network_of(source):
    """What counts as one source: an IPv4 address, or the /64 that a single IPv6 customer has at the least."""
    address = ipaddress.ip_address(source)
    if address.version == 6 and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def _wait(attempt):
    throttle = SignInThrottle.objects
    if attempt.is_known:
        return throttle.take(_pair(attempt), ACCOUNT_LIMIT)
    is_attacked = throttle.failures(f"account {attempt.email}") >= ATTACKED_FROM
    wait = throttle.take(_pair(attempt), ATTACKED_LIMIT if is_attacked else ACCOUNT_LIMIT)
    if wait:
        return wait
    wait = throttle.take(f"source {attempt.source}", SOURCE_LIMIT)
    if wait:
        throttle.give_back(_pair(attempt))
    return wait


def _pair(attempt):
    """What the attempt counts for: the account with this browser of its owner, else with the source."""
    where = f"device {attempt.device.id}" if attempt.is_known else f"source {attempt.source}"
    return f"account {attempt.email} {where}"
