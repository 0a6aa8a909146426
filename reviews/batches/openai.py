"""OpenAI: a JSONL file of requests, a batch over it, and a file each of answers and of errors."""

from reviews.batches import registry
from reviews.batches.base import CANCELLING, ENDED, RUNNING, Adapter, Ambiguous, PollSchedule, Result, Status
from reviews.batches.http import json_lines

ENDPOINT = "/v1/chat/completions"
OUR_ID = "evalhub_batch"
_PHASES = {"validating": RUNNING, "in_progress": RUNNING, "finalizing": RUNNING, "cancelling": CANCELLING}


@registry.register("openai")
class OpenAIBatches(Adapter):
    provider = "openai"
    schedule = PollSchedule(first=30, slower=120, slower_after=600, last=30)

    def submit(self, rows, *, model, batch_id):
        lines = (
            {"custom_id": row.custom_id, "method": "POST", "url": ENDPOINT, "body": {**row.body, "model": model}}
            for row in rows
        )
        with json_lines(lines) as file:
            files = {"file": (f"{batch_id}.jsonl", file, "application/jsonl")}
            uploaded = self.http.post_form("files", {"purpose": "batch"}, files)
        batch = self.http.post("batches", {
            "input_file_id": uploaded["id"], "endpoint": ENDPOINT, "completion_window": "24h",
            "metadata": {OUR_ID: batch_id},
        })
        return batch["id"]

    def find(self, wanted):
        after, found = None, set()
        while True:
            page = self.http.get("batches", limit=100, **({"after": after} if after else {}))
            rows = page.get("data") or []
            found |= {row["id"] for row in rows if (row.get("metadata") or {}).get(OUR_ID) == wanted.batch_id}
            is_past = any(row.get("created_at", 0) < wanted.since for row in rows)
            if is_past or not rows or not page.get("has_more"):
                break
            after = rows[-1]["id"]
        if len(found) > 1:
            raise Ambiguous(f"{len(found)} batches carry our id {wanted.batch_id}.")
        return found.pop() if found else None

    def poll(self, ref):
        batch = self.http.get(f"batches/{ref}")
        counts = batch.get("request_counts") or {}
        named = {"total": counts.get("total"), "done": counts.get("completed"), "failed": counts.get("failed")}
        phase = _PHASES.get(batch.get("status"))
        if phase:
            return Status(phase, **named)
        handles = tuple(filter(None, (batch.get("error_file_id"), batch.get("output_file_id"))))
        code, reason = _first_error(batch)
        outcome = batch.get("status") if batch.get("status") in ("completed", "expired", "cancelled") else "failed"
        if outcome == "completed" and not handles:
            outcome, reason = "failed", reason or "The batch ended without a file of answers or of errors."
        if handles and (outcome != "completed" or counts.get("failed")):
            outcome = {"completed": "partial"}.get(outcome, outcome)
        return Status(ENDED, outcome=outcome, reason=reason, error_code=code, handles=handles, **named)

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


def _first_error(batch):
    errors = (batch.get("errors") or {}).get("data") or []
    if not errors:
        return "", ""
    line = f" (line {errors[0]['line']})" if errors[0].get("line") else ""
    return errors[0].get("code") or "", f"{errors[0].get('message') or 'The batch was refused.'}{line}"


def _result(line):
    """The three shapes of a row: answered, answered with an HTTP error, never executed."""
    if not line or not isinstance(line.get("custom_id"), str):
        return Result("", "unreadable")
    custom_id, response, error = line["custom_id"], line.get("response"), line.get("error") or {}
    if response is None:
        code = error.get("code") or "not_executed"
        state = "expired" if "expired" in code else "cancelled" if "cancel" in code else "error"
        return Result(custom_id, state, error_code=code, message=error.get("message") or "")
    status, body = response.get("status_code"), response.get("body") or {}
    if error or not isinstance(status, int) or status >= 400:
        said = body.get("error") if isinstance(body.get("error"), dict) else error
        return Result(custom_id, "error", body, status, str(said.get("code") or said.get("type") or ""),
                      str(said.get("message") or ""))
    return Result(custom_id, "ok", body, status)
