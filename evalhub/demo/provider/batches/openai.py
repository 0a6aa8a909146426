"""How OpenAI takes, shows and hands back batches and their files."""

import json
import re
import uuid

from evalhub.demo.provider.batches.call import GONE, WINDOW, Response, jsonl, lost_or


def openai_upload(call):
    content = _part_named_file(call)
    name = call.batches.keep_file(call.key, content)
    return Response(
        200,
        {
            "id": name,
            "object": "file",
            "bytes": len(content),
            "created_at": 0,
            "filename": "batch.jsonl",
            "purpose": "batch",
            "status": "processed",
        },
    )


def openai_file(call):
    content = call.batches.file(call.key, call.found["id"])
    if content is None:
        content = _openai_results(call)
    return GONE if content is None else Response(200, content)


def openai_create(call):
    wanted = json.loads(call.body)
    content = call.batches.file(call.key, wanted["input_file_id"])
    if content is None:
        return GONE
    lines = [json.loads(line) for line in content.splitlines() if line.strip()]
    rows = [(line["custom_id"], line["body"], line["url"]) for line in lines]
    name = (wanted.get("metadata") or {}).get("evalhub_batch", "")
    batch = call.batches.add(wire="openai", key=call.key, rows=rows, model="", name=name)
    return lost_or(batch, _openai(call, batch))


def openai_get(call):
    batch = call.batch("openai")
    return Response(200, _openai(call, batch)) if batch else GONE


def openai_list(call):
    found = [_openai(call, batch) for batch in call.batches.all(call.key, "openai")]
    return Response(200, {"object": "list", "data": found, "has_more": False})


def openai_cancel(call):
    batch = call.batch("openai")
    if batch:
        call.batches.cancel(batch)
    return Response(200, _openai(call, batch)) if batch else GONE


def _openai(call, batch):
    outcome = batch.outcome()
    shown = {
        "id": batch.id,
        "object": "batch",
        "endpoint": "/v1/chat/completions",
        "errors": None,
        "created_at": int(batch.created),
        "expires_at": int(batch.created) + WINDOW,
        "completion_window": "24h",
        "metadata": {"evalhub_batch": batch.name},
        "output_file_id": None,
        "error_file_id": None,
        "status": "in_progress" if outcome == "running" else outcome,
    }
    if outcome == "failed":
        code = "token_limit_exceeded" if batch.fault.token_limit else "invalid_json_line"
        shown["errors"] = {
            "object": "list",
            "data": [
                {
                    "code": code,
                    "message": "Simulated refusal of the file.",
                    "line": batch.fault.invalid_line,
                    "param": None,
                }
            ],
        }
        return shown
    shown["request_counts"] = {"total": len(batch.rows), "completed": 0, "failed": 0}
    if outcome == "running":
        return shown
    counts = call.batches.counts(batch)
    shown["request_counts"] |= {"completed": counts["ok"], "failed": len(batch.rows) - counts["ok"]}
    if counts["ok"] and not batch.fault.no_output:
        shown["output_file_id"] = f"{batch.id}-output"
    if any(count for state, count in counts.items() if state != "ok") and not batch.fault.no_output:
        shown["error_file_id"] = f"{batch.id}-errors"
    if batch.fault.empty_error_file:
        shown["error_file_id"] = shown["error_file_id"] or ""
    return shown


def _openai_results(call):
    batch_id, _, kind = call.found["id"].rpartition("-")
    batch = call.batches.get(call.key, batch_id)
    if batch is None or kind not in ("output", "errors"):
        return None
    lines = [_openai_row(*row) for row in call.batches.outcomes(batch) if (row[1] == "ok") == (kind == "output")]
    return jsonl(lines, batch)


def _openai_row(name, state, status, body):
    row = {"id": f"batch_req_{uuid.uuid4().hex[:12]}", "custom_id": name, "response": None, "error": None}
    if status is not None:
        error = {"error": {"message": "Simulated row error.", "type": "simulated", "param": None, "code": None}}
        return row | {"response": {"status_code": status, "request_id": "req_simulated", "body": body or error}}
    code = {"expired": "batch_expired", "cancelled": "batch_cancelled"}.get(state, "not_executed")
    return row | {"error": {"code": code, "message": "This request was not executed."}}


def _part_named_file(call):
    """The content of the part `file` of a multipart form."""
    boundary = re.search(r'boundary="?([^";]+)"?', call.headers.get("content-type", "")).group(1).encode()
    for part in call.body.split(b"--" + boundary):
        head, _, content = part.partition(b"\r\n\r\n")
        if b'name="file"' in head:
            return content.removesuffix(b"\r\n")
    raise ValueError("The form has no file.")


_ID = r"(?P<id>[A-Za-z0-9_-]+)"
ROUTES = [
    (r"/v1/files", "POST", openai_upload),
    (rf"/v1/files/{_ID}/content", "GET", openai_file),
    (r"/v1/batches", "POST", openai_create),
    (r"/v1/batches", "GET", openai_list),
    (rf"/v1/batches/{_ID}", "GET", openai_get),
    (rf"/v1/batches/{_ID}/cancel", "POST", openai_cancel),
]
