"""Anthropic: all requests in one body, one terminal state, and the outcome on every row."""

from evalhub.lib.translation import gettext
from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.answers import after_last, named, objects, row_name, unix_seconds, whole
from reviews.engine.batches.adapters.base import (
    CANCELLING,
    ENDED,
    RUNNING,
    Adapter,
    Limits,
    PollSchedule,
    Result,
    Status,
)
from reviews.engine.batches.adapters.errors import Ambiguous
from reviews.engine.batches.adapters.http import json_list
from reviews.engine.batches.adapters.reasons import SAME_TIME
from reviews.engine.client.json_bodies import code, error_in, mapping, message_text

PATH = "v1/messages/batches"
_COUNTED = ("processing", "succeeded", "errored", "canceled", "expired")
_STATUS_CODES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


@registry.register("anthropic")
class AnthropicBatches(Adapter):
    """A batch carries our id as the beginning of its rows' names: there is no other place for it on this wire."""

    provider = "anthropic"
    limits = Limits(rows=100_000, bytes=256_000_000)
    schedule = PollSchedule(first=30, slower=120, slower_after=600)

    def submit(self, rows, *, model, batch_id):
        requests = ({"custom_id": row.custom_id, "params": {**row.body, "model": model}} for row in rows)
        with json_list('{"requests": [', requests, "]}") as file:
            return named(self.http.post_file(PATH, file), "id")

    def find(self, wanted):
        """Batches of the same size from the same moment; an ended one is asked for its rows' names.

        One that still runs tells nothing about its rows, so its results are held against our names when it ends.
        """
        fits = [named(batch, "id") for batch in self._since(wanted.since) if self._may_be(batch, wanted)]
        if len(fits) > 1:
            raise Ambiguous(SAME_TIME(n=len(fits), rows=wanted.n_rows))
        return fits[0] if fits else None

    def _since(self, moment):
        for page in self.http.pages(PATH, "after_id", after_last("data"), limit=100):
            rows = objects(page, "data")
            recent = [row for row in rows if unix_seconds(row.get("created_at")) >= moment]
            yield from recent
            if len(recent) < len(rows):
                return

    def _may_be(self, batch, wanted):
        name = named(batch, "id")
        if name in wanted.known or sum(_counts(batch).values()) not in (0, wanted.n_rows):
            return False
        if batch.get("processing_status") != "ended" or not batch.get("results_url"):
            return True
        names = (line.get("custom_id") for line in self.http.lines(f"{PATH}/{name}/results") if line)
        first = next((each for each in names if isinstance(each, str)), None)
        return first is None or first.startswith(wanted.batch_id)

    def poll(self, ref):
        batch = self.http.get(f"{PATH}/{ref}")
        counts = _counts(batch)
        total = sum(counts.values())
        phase = named(batch, "processing_status")
        if phase != "ended":
            return Status(CANCELLING if phase == "canceling" else RUNNING, total=total or None)
        done = counts.get("succeeded", 0)
        return Status(
            ENDED,
            outcome=_outcome(batch, counts, total),
            total=total,
            done=done,
            failed=total - done,
            reason=gettext("The results are no longer kept.") if batch.get("archived_at") else "",
            handles=() if batch.get("archived_at") else (ref,),
        )

    def results(self, ref, status):
        """From our own address of them: the one in the answer may lead anywhere, and our key goes along."""
        for handle in status.handles:
            for line in self.http.lines(f"{PATH}/{handle}/results"):
                yield _result(line)

    def cancel(self, ref):
        self.http.post(f"{PATH}/{ref}/cancel")


def _counts(batch):
    """Rows by what became of them, without what is no count."""
    given = mapping(batch.get("request_counts"))
    counts = {name: whole(given.get(name)) for name in _COUNTED}
    return {name: count for name, count in counts.items() if count is not None}


def _outcome(batch, counts, total):
    if batch.get("archived_at"):
        return "archived"
    for name, word in (
        ("succeeded", "completed"),
        ("expired", "expired"),
        ("canceled", "cancelled"),
        ("errored", "failed"),
    ):
        if total and counts.get(name) == total:
            return word
    return "partial"


def _result(line):
    line = mapping(line)
    custom_id, result = row_name(line.get("custom_id")), mapping(line.get("result"))
    kind, message = result.get("type"), result.get("message")
    if not custom_id:
        return Result("", "unreadable")
    if kind in ("canceled", "expired"):
        return Result(custom_id, "cancelled" if kind == "canceled" else kind, error_code=kind)
    if kind == "succeeded" and isinstance(message, dict):
        return Result(custom_id, "ok", message, 200)
    if kind != "errored":
        return Result(custom_id, "unreadable")
    error = error_in(result.get("error"))
    word = code(error.get("type"))
    return Result(
        custom_id,
        "error",
        mapping(result.get("error")),
        _STATUS_CODES.get(word, 500),
        word,
        message_text(error.get("message")),
    )
