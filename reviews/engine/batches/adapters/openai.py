"""OpenAI: a JSONL file of requests, a batch over it, and a file each of answers and of errors."""

from typing import Any

from evalhub.lib.translation import gettext
from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.answers import (
    after_last,
    http_status,
    named,
    objects,
    row_name,
    unix_seconds,
    whole,
)
from reviews.engine.batches.adapters.base import CANCELLING, ENDED, RUNNING, Adapter, PollSchedule, Result, Status
from reviews.engine.batches.adapters.http import json_file
from reviews.engine.client.json_bodies import code, error_in, mapping, message_text

ENDPOINT = "/v1/chat/completions"
OUR_ID = "evalhub_batch"
_ENDS = ("completed", "failed", "expired", "cancelled")


@registry.register("openai")
class OpenAIBatches(Adapter):
    provider = "openai"
    schedule = PollSchedule(first=30, slower=120, slower_after=600, last=30)

    def submit(self, rows, *, model, batch_id):
        lines = (
            {"custom_id": row.custom_id, "method": "POST", "url": ENDPOINT, "body": {**row.body, "model": model}}
            for row in rows
        )
        with json_file(lines) as file:
            files = {"file": (f"{batch_id}.jsonl", file, "application/jsonl")}
            uploaded = self.http.post_form("files", {"purpose": "batch"}, files)
        batch = self.http.post(
            "batches",
            {
                "input_file_id": named(uploaded, "id"),
                "endpoint": ENDPOINT,
                "completion_window": "24h",
                "metadata": {OUR_ID: batch_id},
            },
        )
        return named(batch, "id")

    def find(self, wanted):
        found = set()
        for page in self.http.pages("batches", "after", after_last("data"), limit=100):
            rows = objects(page, "data")
            found |= {named(row, "id") for row in rows if mapping(row.get("metadata")).get(OUR_ID) == wanted.batch_id}
            if any(unix_seconds(row.get("created_at")) < wanted.since for row in rows):
                break
        return wanted.only(found)

    def poll(self, ref):
        batch = self.http.get(f"batches/{ref}")
        counts = mapping(batch.get("request_counts"))
        named_counts: dict[str, Any] = {
            "total": whole(counts.get("total")),
            "done": whole(counts.get("completed")),
            "failed": whole(counts.get("failed")),
        }
        outcome = named(batch, "status")
        if outcome not in _ENDS:
            return Status(CANCELLING if outcome == "cancelling" else RUNNING, **named_counts)
        files = (batch.get("error_file_id"), batch.get("output_file_id"))
        handles = tuple(file for file in files if isinstance(file, str) and file)
        errors = mapping(batch.get("errors")).get("data")
        first = error_in(errors[0] if isinstance(errors, list) and errors else batch.get("errors"))
        number, message = whole(first.get("line")), message_text(first.get("message"))
        error_code, reason = (code(first.get("code")), f"{message} (line {number})" if message and number else message)
        if outcome == "completed" and not handles:
            outcome, reason = "failed", reason or gettext("The batch ended without a file of answers or of errors.")
        elif outcome == "completed" and named_counts["failed"]:
            outcome = "partial"
        elif outcome == "failed":
            reason = reason or gettext("The batch was refused.")
        return Status(ENDED, outcome=outcome, reason=reason, error_code=error_code, handles=handles, **named_counts)

    def results(self, ref, status):
        """Errors first: where a request is in both files, its error counts."""
        failed = set()
        for handle in status.handles:
            for line in self.http.lines(f"files/{handle}/content"):
                found = _result(line)
                if found.state != "ok":
                    failed.add(found.custom_id)
                elif found.custom_id in failed:
                    continue
                yield found

    def cancel(self, ref):
        self.http.post(f"batches/{ref}/cancel")


def _result(line):
    """The three shapes of a row: answered, answered with an HTTP error, never executed."""
    line = mapping(line)
    custom_id, response, error = row_name(line.get("custom_id")), line.get("response"), line.get("error")
    if not custom_id:
        return Result("", "unreadable")
    if response is None:
        error = error_in(error)
        word = code(error.get("code")) or "not_executed"
        state = "expired" if "expired" in word else "cancelled" if "cancel" in word else "error"
        return Result(custom_id, state, error_code=word, message=message_text(error.get("message")))
    if not isinstance(response, dict):
        return Result(custom_id, "unreadable")
    status, body = http_status(response.get("status_code")), response.get("body")
    if error or status is None or status // 100 != 2:
        why = error_in(body if mapping(body).get("error") else error or body)
        return Result(
            custom_id,
            "error",
            mapping(body),
            status,
            code(why.get("code") or why.get("type")),
            message_text(why.get("message")),
        )
    return Result(custom_id, "ok", body, status) if isinstance(body, dict) else Result(custom_id, "unreadable")
