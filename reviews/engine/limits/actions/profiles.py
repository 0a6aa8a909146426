"""Which limits hold for an organization's model: read from the newest version of a profile, kept for some seconds."""

import threading
import time
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from reviews.engine.models import RateLimitProfile

KEPT_SECONDS = 5.0
MOST_KEPT = 1000
STANDARD = ""


@dataclass(frozen=True)
class Limits:
    """Per minute, but `enqueued_batch_tokens`, which counts what waits at the provider; None is no limit.

    `profile` and `version` say which one set them; version 0: nobody did.
    """

    requests: int | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    enqueued_batch_tokens: int | None = None
    profile: str = STANDARD
    version: int = 0


NO_LIMITS = Limits()


class ProfileLimits:
    """Called with (provider, model) it gives the Limits: the model's own row before its provider's, and what the
    profile does not mention goes by the standard profile. A model may be named with or without its provider.
    """

    def __init__(self, rows, profile):
        self._profile = profile
        self._limits = {
            (row.name, row.provider, bare(row.provider, row.model)): Limits(
                row.requests_per_minute,
                row.input_tokens_per_minute,
                row.output_tokens_per_minute,
                row.enqueued_batch_tokens,
                row.name,
                row.version,
            )
            for row in rows
        }

    def __call__(self, provider, model):
        for name in (self._profile, STANDARD):
            for wanted in (bare(provider, model), ""):
                found = self._limits.get((name, provider, wanted))
                if found is not None:
                    return found
        return NO_LIMITS


def bare(provider, model):
    """The model's name without its provider's."""
    return model.removeprefix(f"{provider}/")


def limits_for(organization_id, profile):
    """The ProfileLimits of a profile's name; one statement, at most every five seconds of a process."""
    place = (organization_id, profile)
    kept, until = _kept.get(place, (None, 0.0))
    if time.monotonic() < until:
        return kept
    found = ProfileLimits(newest(organization_id, [profile, STANDARD]), profile)
    with _lock:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[place] = found, time.monotonic() + KEPT_SECONDS
    return found


def newest(organization_id, names=None):
    """The rows of each profile's highest version; without `names` of all profiles."""
    rows = RateLimitProfile.objects.filter(organization=organization_id)
    same = RateLimitProfile.objects.filter(organization=organization_id, name=OuterRef("name"))
    newest_version = Subquery(same.order_by("-version").values("version")[:1])
    return (rows if names is None else rows.filter(name__in=names)).filter(version=newest_version)


def forget():
    """Read anew from here on, in this process: after a change."""
    with _lock:
        _kept.clear()


_kept = {}
_lock = threading.Lock()
