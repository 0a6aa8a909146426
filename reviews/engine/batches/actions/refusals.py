"""Batches that the provider refused as a whole, for one bad row or for their size: the good rows go again."""

import re

from django.db import transaction

from evalhub.lib import foreign_values
from reviews.engine.batches.actions import closing, drafts, row_results
from reviews.engine.batches.actions.row_results import unanswered
from reviews.engine.client.exchange import FATAL
from reviews.engine.client.reasons import of_provider

TOO_LARGE, TOO_MANY_TOKENS = "too_large", "token_limit_exceeded"
WAIT_FOR_TOKENS_SECONDS = 600
MOST_SUBMISSIONS = 20  # of a batch and of those that it came from
_LINE = re.compile(r"\(line (\d+)\)$")


def is_divided(batch, status):
    """Put other batches in the place of one that failed without any result; False when its rows must fail with it."""
    if status.outcome != "failed" or batch.submissions >= MOST_SUBMISSIONS:
        return False
    if status.error_code == TOO_MANY_TOKENS:
        return is_halved(batch, code=TOO_MANY_TOKENS, seconds=WAIT_FOR_TOKENS_SECONDS)
    line = _LINE.search(status.reason)
    return line is not None and _without_row(batch, foreign_values.whole(line[1]) or 0, status)


def wait_after(status):
    """Seconds that rows wait before they are asked again, None for the usual."""
    return 3 * WAIT_FOR_TOKENS_SECONDS if status.error_code == TOO_MANY_TOKENS else None


def split(batch, error):
    """Two batches in the place of one whose size was refused; a single row that is too large fails."""
    if batch.items.filter(status="queued").count() > 1:
        drafts.divide(batch, parts=2, code=TOO_LARGE)
        return
    told = unanswered("error", TOO_LARGE, error.reason, failure=FATAL)
    row_results.apply(batch, {batch.items.get(status="queued").number: told})
    closing.reconcile(batch, outcome="failed")


def is_halved(batch, *, code, seconds=0):
    """Put two batches in its place; False, and nothing changed, below the size from which on the run wants batches."""
    batch.stage.run = batch.run
    least = drafts.least_rows(batch.stage) or 1
    if batch.items.filter(status="queued").count() < 2 * least:
        return False
    drafts.divide(batch, parts=2, code=code, seconds=seconds)
    return True


def _without_row(batch, line, status):
    """Fail the row on this line, and send the others again."""
    numbers = list(batch.items.filter(status="queued").order_by("number").values_list("number", flat=True))
    if not 1 <= line <= len(numbers) or len(numbers) == 1:
        return False
    told = unanswered("error", status.error_code or "bad_request", of_provider(status.reason), failure=FATAL)
    with transaction.atomic():  # else a second look would count the lines without the row that has failed
        row_results.apply(batch, {numbers[line - 1]: told})
        drafts.divide(batch, parts=1, code="batch_refused")
    return True
