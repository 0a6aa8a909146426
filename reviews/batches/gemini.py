"""Gemini: small batches inside the request, larger ones from an uploaded file, results by key in any order."""

import json
from itertools import chain
from urllib.parse import urlsplit

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
from reviews.batches.http import json_lines, json_list

INLINE_BYTES = 15_000_000
_OUTCOMES = {
    "SUCCEEDED": "completed", "PARTIALLY_SUCCEEDED": "partial", "FAILED": "failed", "CANCELLED": "cancelled",
    "EXPIRED": "expired",
}


@registry.register("gemini")
class GeminiBatches(Adapter):
    provider = "gemini"
    limits = Limits(rows=50_000, bytes=2_000_000_000)
    schedule = PollSchedule(first=120, slower=300, slower_after=1200, window=48 * 3600)

    def submit(self, rows, *, model, batch_id):
        path = f"models/{model}:batchGenerateContent"
        with json_lines({"key": row.custom_id, "request": dict(row.body)} for row in rows) as file:
            size = file.seek(0, 2)
            file.seek(0)
            if size > INLINE_BYTES:
                config = {"fileName": self._upload(file, size, batch_id)}
                return self.http.post(path, {"batch": {"displayName": batch_id, "inputConfig": config}})["name"]
            requests = (_inline(line) for line in file)
            before = f'{{"batch": {{"displayName": "{batch_id}", "inputConfig": {{"requests": {{"requests": ['
            with json_list(before, requests, "]}}}}") as body:
                return self.http.post_file(path, body)["name"]

    def _upload(self, file, size, batch_id):
        """Resumable in form, sent at once; the address to send to is the provider's to name, on its own host."""
        parts = urlsplit(self.http.base)
        version = parts.path.strip("/").split("/")[-1] or "v1beta"
        start = self.http.raw(
            "POST", f"{parts.scheme}://{parts.netloc}/upload/{version}/files",
            json={"file": {"displayName": batch_id, "mimeType": "application/jsonl"}},
            headers={"X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start",
                     "X-Goog-Upload-Header-Content-Length": str(size),
                     "X-Goog-Upload-Header-Content-Type": "application/jsonl"},
        )
        sent = self.http.raw(
            "POST", start.headers.get("x-goog-upload-url", ""), content=file,
            headers={"X-Goog-Upload-Command": "upload, finalize", "X-Goog-Upload-Offset": "0"},
        )
        return sent.json()["file"]["name"]

    def find(self, wanted):
        after, found = None, set()
        while True:
            page = self.http.get("batches", pageSize=100, **({"pageToken": after} if after else {}))
            rows = page.get("operations") or []
            found |= {row["name"] for row in rows if _meta(row).get("displayName") == wanted.batch_id}
            is_past = any(unix_seconds(_meta(row).get("createTime")) < wanted.since for row in rows)
            after = page.get("nextPageToken")
            if is_past or not after:
                break
        if len(found) > 1:
            raise Ambiguous(f"{len(found)} batches carry our id {wanted.batch_id}.")
        return found.pop() if found else None

    def poll(self, ref):
        operation = self.http.get(ref)
        meta = _meta(operation)
        stats = meta.get("batchStats") or {}
        named = {"total": _count(stats, "requestCount"), "done": _count(stats, "successfulRequestCount"),
                 "failed": _count(stats, "failedRequestCount")}
        state = str(meta.get("state") or "").removeprefix("BATCH_STATE_").removeprefix("JOB_STATE_")
        outcome = _OUTCOMES.get(state)
        if outcome is None:
            return Status(CANCELLING if state == "CANCELLING" else RUNNING, **named)
        error = operation.get("error") or {}
        if outcome == "completed" and named["failed"]:
            outcome = "partial" if named["done"] else "failed"
        output = _output(operation)
        return Status(ENDED, outcome=outcome, reason=error.get("message") or "", error_code=error.get("status") or "",
                      handles=(ref,) if output else (), **named)

    def results(self, ref, status):
        for handle in status.handles:
            output = _output(self.http.get(handle))
            rows = (output.get("inlinedResponses") or {}).get("inlinedResponses") or []
            name = output.get("responsesFile")
            lines = self.http.lines(f"{name}:download", alt="media") if name else ()
            for row in chain(rows, lines):
                yield _result(row)

    def cancel(self, ref):
        self.http.post(f"{ref}:cancel")


def _inline(line):
    found = json.loads(line)
    return {"request": found["request"], "metadata": {"key": found["key"]}}


def _result(row):
    key = (row or {}).get("key") or ((row or {}).get("metadata") or {}).get("key")
    if not isinstance(key, str):
        return Result("", "unreadable")
    error = row.get("error")
    if error or "response" not in row:
        error = error or {}
        return Result(key, "error", {"error": error}, _http_status(error.get("code")), str(error.get("status") or ""),
                      str(error.get("message") or ""))
    return Result(key, "ok", row["response"] or {}, 200)


def _http_status(code):
    """Google's numbers of errors (google.rpc.Code) and HTTP's occur both."""
    known = {3: 400, 5: 404, 7: 403, 8: 429, 13: 500, 14: 503, 16: 401, 4: 504}
    return known.get(code, code) if isinstance(code, int) else 500


def _meta(operation):
    return operation.get("metadata") or {}


def _output(operation):
    return _meta(operation).get("output") or (operation.get("response") or {}).get("output") or (
        operation.get("response") if "responsesFile" in (operation.get("response") or {}) else None
    ) or {}


def _count(stats, name):
    """Whole numbers travel as texts on this wire."""
    try:
        return int(stats[name])
    except (KeyError, TypeError, ValueError):
        return None
