"""Anthropic: all requests in one body, one terminal state, and the outcome on every row."""


from reviews.batches import registry
from reviews.batches.base import (
    CANCELLING,
    ENDED,
    RUNNING,
    Adapter,
    Ambiguous,
    Limits,
    PollSchedule,
    Result,
    Status,
    unix_seconds,
)
from reviews.batches.http import json_list

PATH = "v1/messages/batches"
_STATUS_CODES = {
    "invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
    "not_found_error": 404, "request_too_large": 413, "rate_limit_error": 429, "api_error": 500,
    "timeout_error": 504, "overloaded_error": 529,
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
            return self.http.post_file(PATH, file)["id"]

    def find(self, wanted):
        """Batches of the same size from the same moment; an ended one is asked for its rows' names.

        One that still runs tells nothing about its rows, so its results are held against our names when it ends.
        """
        fits = [batch for batch in self._since(wanted.since) if self._may_be(batch, wanted)]
        if len(fits) > 1:
            raise Ambiguous(f"{len(fits)} batches of {wanted.n_rows} requests were sent at that time.")
        return fits[0]["id"] if fits else None

    def _since(self, moment):
        after = None
        while True:
            page = self.http.get(PATH, limit=100, **({"after_id": after} if after else {}))
            rows = page.get("data") or []
            recent = [row for row in rows if unix_seconds(row.get("created_at")) >= moment]
            yield from recent
            if len(recent) < len(rows) or not rows or not page.get("has_more"):
                return
            after = rows[-1]["id"]

    def _may_be(self, batch, wanted):
        if batch["id"] in wanted.known or sum((batch.get("request_counts") or {}).values()) != wanted.n_rows:
            return False
        if batch.get("processing_status") != "ended" or not batch.get("results_url"):
            return True
        first = next(iter(self.http.lines(f"{PATH}/{batch['id']}/results")), None) or {}
        return str(first.get("custom_id", "")).startswith(wanted.batch_id)

    def poll(self, ref):
        batch = self.http.get(f"{PATH}/{ref}")
        counts = batch.get("request_counts") or {}
        total = sum(counts.values())
        if batch.get("processing_status") != "ended":
            phase = CANCELLING if batch.get("processing_status") == "canceling" else RUNNING
            return Status(phase, total=total or None)
        done = counts.get("succeeded", 0)
        return Status(
            ENDED, outcome=_outcome(batch, counts, total), total=total, done=done, failed=total - done,
            reason="The results are no longer kept." if batch.get("archived_at") else "",
            handles=() if batch.get("archived_at") else (ref,),
        )

    def results(self, ref, status):
        """From our own address of them: the one in the answer may lead anywhere, and our key goes along."""
        for handle in status.handles:
            for line in self.http.lines(f"{PATH}/{handle}/results"):
                yield _result(line)

    def cancel(self, ref):
        self.http.post(f"{PATH}/{ref}/cancel")


def _outcome(batch, counts, total):
    if batch.get("archived_at"):
        return "archived"
    for name, word in (("succeeded", "completed"), ("expired", "expired"), ("canceled", "cancelled"),
                       ("errored", "failed")):
        if total and counts.get(name) == total:
            return word
    return "partial"


def _result(line):
    if not line or not isinstance(line.get("custom_id"), str):
        return Result("", "unreadable")
    custom_id, result = line["custom_id"], line.get("result") or {}
    if result.get("type") == "succeeded":
        return Result(custom_id, "ok", result.get("message") or {}, 200)
    if result.get("type") in ("canceled", "expired"):
        return Result(custom_id, {"canceled": "cancelled"}.get(result["type"], "expired"), error_code=result["type"])
    body = result.get("error") or {}
    error = body.get("error") if isinstance(body.get("error"), dict) else body
    code = str(error.get("type") or "")
    return Result(custom_id, "error", body, _STATUS_CODES.get(code, 500), code, str(error.get("message") or ""))
