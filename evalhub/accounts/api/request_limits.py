"""How many requests a key may send in a minute: which class a call is of and what its answer says of it."""

import math

from evalhub.accounts import request_buckets
from evalhub.accounts.models.organization import BATCH, ORGANIZATION, QUERY, SYNC
from evalhub.accounts.request_buckets import WINDOW_SECONDS, Bucket
from evalhub.lib.errors import Throttled

__all__ = ["BATCH", "QUERY", "SYNC"]
SAFE = ("GET", "HEAD", "OPTIONS")
QUERY_RIGHTS = ("read", "annotate", "audit")


def class_of(view, method):
    """QUERY for what is read and for answers to items, BATCH where the view says so, SYNC for other changes."""
    if method in view.request_classes:
        return view.request_classes[method]
    return QUERY if method in SAFE or view.access.get(method) in QUERY_RIGHTS else SYNC


def take(key, kind):
    """The Allowance of a request with this key, None where nothing is limited; no statement, one call of Redis."""
    organization = key.membership.organization
    buckets = [
        Bucket(f"{key.pk}:{kind}", organization.request_limit(kind)),
        Bucket(str(key.organization_id), organization.request_limit(ORGANIZATION)),
    ]
    return request_buckets.take([bucket for bucket in buckets if bucket.per_minute])


def headers_of(allowance):
    """What an answer says of an Allowance; Retry-After where the request was one too many."""
    found = {
        "RateLimit-Limit": str(allowance.per_minute),
        "RateLimit-Remaining": str(allowance.remaining),
        "RateLimit-Reset": str(allowance.full_in_seconds),
    }
    return found | ({"Retry-After": str(max(math.ceil(allowance.wait_seconds), 1))} if allowance.wait_seconds else {})


def refuse(allowance):
    """Throttled for a request that is one too many."""
    if allowance is not None and allowance.wait_seconds:
        seconds = max(math.ceil(allowance.wait_seconds), 1)
        raise Throttled(
            f"More than {allowance.per_minute} requests in {WINDOW_SECONDS} seconds. Try again in {seconds} seconds.",
            code="too_many_requests",
            details={"limit": allowance.per_minute, "retry_after_seconds": seconds},
        )
