"""Gemini: small batches inside the request, larger ones from an uploaded file, results by key in any order."""

import json
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.answers import (
    google_error,
    google_outcome,
    listed,
    named,
    objects,
    row_name,
    unix_seconds,
    unreadable,
    whole,
)
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
from reviews.engine.batches.adapters.http import json_file, json_list
from reviews.engine.batches.adapters.reasons import NO_RESULTS, NO_UPLOAD_ADDRESS
from reviews.engine.client.json_bodies import code, error_in, mapping, message_text

INLINE_BYTES = 15_000_000


@registry.register("gemini")
class GeminiBatches(Adapter):
    provider = "gemini"
    limits = Limits(rows=50_000, bytes=2_000_000_000)
    schedule = PollSchedule(first=120, slower=300, slower_after=1200, window=48 * 3600)

    def submit(self, rows, *, model, batch_id):
        path = f"models/{model}:batchGenerateContent"
        with json_file({"key": row.custom_id, "request": dict(row.body)} for row in rows) as file:
            size = file.seek(0, 2)
            file.seek(0)
            if size > INLINE_BYTES:
                config = {"fileName": self._upload(file, size, batch_id)}
                batch = {"displayName": batch_id, "inputConfig": config}
                return named(self.http.post(path, {"batch": batch}), "name")
            requests = (_inline(line) for line in file)
            before = f'{{"batch": {{"displayName": "{batch_id}", "inputConfig": {{"requests": {{"requests": ['
            with json_list(before, requests, "]}}}}") as body:
                return named(self.http.post_file(path, body), "name")

    def _upload(self, file, size, batch_id):
        """Resumable in form, sent at once; the address to send to is the provider's to name, on its own host."""
        parts = urlsplit(self.http.base)
        version = parts.path.strip("/").split("/")[-1] or "v1beta"
        start, _content = self.http.raw(
            "POST",
            f"{parts.scheme}://{parts.netloc}/upload/{version}/files",
            json={"file": {"displayName": batch_id, "mimeType": "application/jsonl"}},
            headers={
                "X-Goog-Upload-Protocol": "resumable",
                "X-Goog-Upload-Command": "start",
                "X-Goog-Upload-Header-Content-Length": str(size),
                "X-Goog-Upload-Header-Content-Type": "application/jsonl",
            },
        )
        address = start.headers.get("x-goog-upload-url")
        if not address:
            raise unreadable(NO_UPLOAD_ADDRESS(), status_code=start.status_code)
        sent = self.http.post_file(
            address,
            file,
            {
                "content-type": "application/jsonl",
                "X-Goog-Upload-Command": "upload, finalize",
                "X-Goog-Upload-Offset": "0",
            },
        )
        return named(sent, "file", "name")

    def find(self, wanted):
        found = set()
        for page in self.http.pages("batches", "pageToken", lambda page: page.get("nextPageToken"), pageSize=100):
            rows = objects(page, "operations")
            found |= {named(row, "name") for row in rows if _meta(row).get("displayName") == wanted.batch_id}
            if any(unix_seconds(_meta(row).get("createTime")) < wanted.since for row in rows):
                break
        return wanted.only(found)

    def poll(self, ref):
        operation = self.http.get(ref)
        meta, error = _meta(operation), error_in(operation.get("error"))
        stats = mapping(meta.get("batchStats"))
        counts: dict[str, Any] = {
            "total": whole(stats.get("requestCount")),
            "done": whole(stats.get("successfulRequestCount")),
            "failed": whole(stats.get("failedRequestCount")),
        }
        state = named(operation, "metadata", "state").removeprefix("BATCH_STATE_").removeprefix("JOB_STATE_")
        outcome = google_outcome(state, counts)
        if outcome is None:
            return Status(CANCELLING if state == "CANCELLING" else RUNNING, **counts)
        return Status(
            ENDED,
            outcome=outcome,
            reason=message_text(error.get("message")),
            error_code=code(error.get("status")),
            handles=(ref,) if _output(operation) else (),
            **counts,
        )

    def results(self, ref, status):
        for handle in status.handles:
            output = _output(self.http.get(handle))
            if not output:
                raise unreadable(NO_RESULTS())
            rows = listed(output, "inlinedResponses", "inlinedResponses")
            has_file = output.get("responsesFile")
            lines = self.http.lines(f"{named(output, 'responsesFile')}:download", alt="media") if has_file else ()
            for row in chain(rows, lines):
                yield _result(row)

    def cancel(self, ref):
        self.http.post(f"{ref}:cancel")


def _inline(line):
    found = json.loads(line)
    return {"request": found["request"], "metadata": {"key": found["key"]}}


def _result(row):
    row = mapping(row)
    key = row_name(row.get("key")) or row_name(mapping(row.get("metadata")).get("key"))
    if not key:
        return Result("", "unreadable")
    response = row.get("response")
    if row.get("error") or "response" not in row:
        error = error_in(row.get("error"))
        return Result(key, "error", {"error": error}, *google_error(error))
    return Result(key, "ok", response, 200) if isinstance(response, dict) else Result(key, "unreadable")


def _meta(operation):
    return mapping(operation.get("metadata"))


def _output(operation):
    """Where the results are: under the metadata, or in the response of an operation that is done."""
    response = operation.get("response")
    for output in (_meta(operation).get("output"), mapping(response).get("output"), response):
        if isinstance(output, dict) and ("responsesFile" in output or "inlinedResponses" in output):
            return output
    return {}
