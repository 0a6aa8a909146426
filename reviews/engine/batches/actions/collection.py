"""The results of an ended batch: fetched whole, matched by our names only, brought in piece by piece, reconciled."""

import contextlib
import json
import tempfile
import time
from dataclasses import asdict, dataclass

from django.conf import settings

from evalhub.lib.processes import stopping
from reviews.engine.actions.reasons import (
    BATCH_UNKNOWN_NAMES,
    RESULTS_NOT_KEPT,
    ROW_NOT_BEGUN,
    ROW_NOT_REACHED,
    ROW_WITHOUT_RESULT,
)
from reviews.engine.batches.actions import closing, leases, refusals, row_results
from reviews.engine.batches.actions.provider_errors import later
from reviews.engine.batches.actions.row_results import unanswered
from reviews.engine.batches.actions.rows import AT_ONCE
from reviews.engine.batches.adapters.base import Result
from reviews.engine.client.reasons import of_provider
from reviews.engine.requests.actions import due_requests

SECONDS_AT_ONCE, LEAST_SECONDS = 90, 30
MOST_FETCHES = 3  # of results with lines that cannot be read
FETCH_AGAIN_SECONDS = 30


@dataclass
class Seen:
    """What was among the results beside the wanted ones: names of no row of ours, rows that came again, no rows."""

    unknown: int = 0
    repeated: int = 0
    unreadable: int = 0


def collect(batch, adapter, status):
    """Bring in an ended batch; goes on where it was killed or ran out of time. May raise ProviderError or Lost.

    `status` is the adapter's Status of this moment. Results are matched by our names alone: other names touch nothing,
    a row that comes twice counts once, and a row that never comes is missing.
    """
    end = time.monotonic() + SECONDS_AT_ONCE
    wanted = set(batch.items.filter(status="queued").values_list("number", flat=True))
    if wanted and status.handles:
        with _fetched(batch, adapter, status, wanted) as (results, seen):
            end = max(end, time.monotonic() + LEAST_SECONDS)
            if not _bring_in(batch, results, end):
                later(batch, 0)
                return
        if seen.unreadable and wanted and batch.failures + 1 < MOST_FETCHES:
            later(batch, FETCH_AGAIN_SECONDS, failures=batch.failures + 1)
            return
        if seen.unknown:
            leases.change(batch, reason=BATCH_UNKNOWN_NAMES(n=seen.unknown))
    if wanted and not status.handles and refusals.is_divided(batch, status):
        return
    if end_open(batch, _without_result(status), end=end):
        closing.reconcile(batch)
    else:
        later(batch, 0)


def end_open(batch, told, *, end=None):
    """Bring in the same Unanswered for all open items; False when the moment `end` came first."""
    end = time.monotonic() + SECONDS_AT_ONCE if end is None else end
    waiting, last = batch.items.filter(status="queued").order_by("number"), -1
    while numbers := list(waiting.filter(number__gt=last).values_list("number", flat=True)[:AT_ONCE]):
        if _is_over(end):
            return False
        row_results.apply(batch, dict.fromkeys(numbers, told))
        last = numbers[-1]
    return True


@contextlib.contextmanager
def _fetched(batch, adapter, status, wanted):
    """((number, Result) of the wanted numbers, Seen); takes what it found out of `wanted`.

    All of them are fetched before the first is brought in, so that the provider's connection need not wait for us.
    """
    seen, renewed = Seen(), time.monotonic()
    due_requests.give_connection_back()
    with tempfile.TemporaryFile() as file:
        for result in adapter.results(batch.batch_ref, status):
            number = _number(batch, result.custom_id)
            if number in wanted:
                wanted.remove(number)
                file.write(json.dumps([number, asdict(result)]).encode() + b"\n")
            elif not result.custom_id:
                seen.unreadable += 1
            elif number is None:
                seen.unknown += 1
            else:
                seen.repeated += 1
            if time.monotonic() - renewed > settings.BATCH_LEASE_SECONDS / 10:
                leases.renew(batch)
                renewed = time.monotonic()
        file.seek(0)
        yield ((number, Result(**found)) for number, found in map(json.loads, file)), seen


def _number(batch, custom_id):
    """The item's number in a name that we gave, or None for any other name."""
    digits = custom_id.rpartition("-")[2]
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
    return number if custom_id == f"{batch.id.hex}-{number}" else None


def _bring_in(batch, results, end):
    """Whether all were brought in before the moment `end`."""
    told = {}
    for number, result in results:
        told[number] = result
        if len(told) == AT_ONCE:
            row_results.apply(batch, told)
            told = {}
            if _is_over(end):
                return False
    if told:
        row_results.apply(batch, told)
    return True


def _is_over(end):
    return time.monotonic() > end or stopping.requested()


def _without_result(status):
    """What became of rows without a result, by the batch's outcome."""
    match status.outcome:
        case "expired":
            return unanswered("expired", "batch_expired", ROW_NOT_REACHED())
        case "cancelled":
            return unanswered("cancelled", "batch_cancelled", ROW_NOT_BEGUN())
        case "archived":
            return unanswered("missing", "batch_archived", RESULTS_NOT_KEPT(), may_be_billed=True)
        case "failed":
            return unanswered(
                "error",
                status.error_code or "batch_failed",
                of_provider(status.reason) or ROW_WITHOUT_RESULT(),
                may_be_billed=bool(status.done),
                retry_after=refusals.wait_after(status),
            )
        case _:
            return unanswered("missing", "batch_missing", ROW_WITHOUT_RESULT())
