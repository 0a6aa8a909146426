"""How many unknown keys one source may send: more are refused unread, while the keys that are known work on."""

import math
import time

from allauth.account.adapter import get_adapter

from evalhub.accounts import request_buckets
from evalhub.accounts.actions.sign_in import network_of
from evalhub.accounts.models import ApiKey
from evalhub.accounts.request_buckets import Bucket
from evalhub.lib.errors import Throttled

PER_MINUTE = 30
READ_AGAIN_SECONDS = 5.0
MOST_SOURCES = 10_000

# Of this process, by its monotonic clock: sources that have to wait, and the live keys, read while there is one.
_waiting = {}
_live = {"hashes": frozenset(), "until": 0.0}


def refuse(request, key_hash):
    """Throttled for an unknown key of a source that has to wait.

    No statement, but one every READ_AGAIN_SECONDS that reads all live keys: until then a new one waits as well.
    """
    if not _waiting:
        return
    wait = _waiting.get(_source(request), 0.0) - time.monotonic()
    if wait > 0 and not _is_live(key_hash):
        raise _too_many(wait)


def count(request):
    """Count an unknown key; Throttled for one too many, from when on its source waits. Nobody does without Redis."""
    source = _source(request)
    allowance = request_buckets.take([Bucket(f"unknown keys:{source}", PER_MINUTE)])
    if allowance is None or not allowance.wait_seconds:
        return
    now = time.monotonic()
    for other in [each for each, until in list(_waiting.items()) if until <= now]:
        _waiting.pop(other, None)
    if len(_waiting) < MOST_SOURCES:
        _waiting[source] = now + allowance.wait_seconds
    raise _too_many(allowance.wait_seconds)


def _source(request):
    return network_of(get_adapter(request).get_client_ip(request))


def _is_live(key_hash):
    now = time.monotonic()
    if now >= _live["until"]:
        hashes = frozenset(ApiKey.objects.live().values_list("key_hash", flat=True))
        _live.update(hashes=hashes, until=now + READ_AGAIN_SECONDS)
    return key_hash in _live["hashes"]


def _too_many(wait_seconds):
    seconds = max(math.ceil(wait_seconds), 1)
    return Throttled(
        f"Too many unknown keys came from here. Check the key, then try again in {seconds} seconds.",
        code="too_many_unknown_keys",
        details={"retry_after_seconds": seconds},
        headers={"Retry-After": str(seconds)},
    )
