"""The lease on a provider batch: only its holder writes to the batch, and whoever lost it stops."""

import contextlib
import datetime

from django.conf import settings
from django.db.models.functions import Now

from evalhub.lib.leases import LeaseKeeper


class Lost(Exception):
    """Another worker has taken the batch over; nothing of this one's may follow."""


def change(batch, **fields):
    """Write fields by a compare-and-set on lease and status, and keep the lease for a while longer.

    Raises Lost, with nothing written, when the batch is no longer ours or no longer as we read it.
    """
    kept = batch.still_mine().filter(status=batch.status)
    if not kept.update(**fields, lease_until=_later()):
        raise Lost
    batch.refresh_from_db(fields=[*fields, "lease_until"])


def renew(batch):
    """Keep the lease for a while longer; Lost when another worker has it."""
    if not batch.still_mine().update(lease_until=_later()):
        raise Lost


def hold(batch):
    """Inside a transaction: lock the row, so that nobody takes the batch over before the commit; Lost when it was."""
    if not batch.still_mine().select_for_update(of=("self",)).filter(status=batch.status).exists():
        raise Lost


def release(batch):
    """Let others look at the batch at once."""
    batch.still_mine().update(lease_until=None, lease_owner="")


def kept(batch):
    """A context in which a thread renews the lease every few seconds: for one long call to a provider."""
    return LeaseKeeper(_LongLease(batch))


class _LongLease:
    """A batch as `LeaseKeeper` takes it; that asks for short leases, a batch's are long."""

    def __init__(self, batch):
        self.pk = batch.pk
        self._batch = batch

    def extend_lease(self, *, seconds):
        with contextlib.suppress(Lost):
            renew(self._batch)
            return True
        return False


def _later():
    return Now() + datetime.timedelta(seconds=settings.BATCH_LEASE_SECONDS)
