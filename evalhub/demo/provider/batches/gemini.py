"""How Gemini takes, shows and hands back batches and their files."""

import json

from evalhub.demo.provider.batches.call import GONE, Response, jsonl, lost_or, moment


def gemini_start_upload(call):
    address = f"{_origin(call)}/upload/simulated"
    return Response(200, {}, {"X-Goog-Upload-URL": address, "X-Goog-Upload-Status": "active"})


def gemini_upload(call):
    name = call.batches.keep_file(call.key, call.body)
    return Response(
        200,
        {"file": {"name": f"files/{name}", "state": "ACTIVE", "sizeBytes": str(len(call.body))}},
        {"X-Goog-Upload-Status": "final"},
    )


def gemini_create(call):
    wanted = json.loads(call.body)["batch"]
    config, model = wanted["inputConfig"], call.found["model"]
    path = f"/v1beta/models/{model}:generateContent"
    if "fileName" in config:
        content = call.batches.file(call.key, config["fileName"].removeprefix("files/"))
        if content is None:
            return GONE
        lines = [json.loads(line) for line in content.splitlines() if line.strip()]
        rows = [(line["key"], line["request"], path) for line in lines]
    else:
        listed = config["requests"]["requests"]
        rows = [((row.get("metadata") or {}).get("key", ""), row["request"], path) for row in listed]
    batch = call.batches.add(wire="gemini", key=call.key, rows=rows, model=model, name=wanted.get("displayName", ""))
    return lost_or(batch, _gemini(call, batch, is_inline="fileName" not in config))


def gemini_get(call):
    batch = call.batch("gemini")
    return Response(200, _gemini(call, batch, is_inline=len(batch.rows) < 5)) if batch else GONE


def gemini_list(call):
    found = [_gemini(call, batch, is_inline=False) for batch in call.batches.all(call.key, "gemini")]
    return Response(200, {"operations": found})


def gemini_cancel(call):
    batch = call.batch("gemini")
    if batch:
        call.batches.cancel(batch)
    return Response(200, {}) if batch else GONE


def gemini_results(call):
    batch = call.batch("gemini")
    if batch is None or batch.outcome() == "running":
        return GONE
    lines = [{"key": name, **_gemini_answer(*row)} for name, *row in _gemini_rows(call, batch)]
    return Response(200, jsonl(lines, batch))


def _gemini(call, batch, *, is_inline):
    outcome = batch.outcome()
    state = {"completed": "SUCCEEDED"}.get(outcome, outcome.upper())
    meta = {
        "state": f"BATCH_STATE_{state}",
        "model": f"models/{batch.model}",
        "displayName": batch.name,
        "createTime": moment(batch.created),
        "batchStats": {"requestCount": str(len(batch.rows))},
    }
    shown = {"name": f"batches/{batch.id}", "metadata": meta, "done": outcome != "running"}
    if outcome == "failed":
        return shown | {"error": {"code": 3, "message": "Simulated refusal.", "status": "INVALID_ARGUMENT"}}
    if outcome not in ("completed", "cancelled"):
        return shown
    counts = call.batches.counts(batch)
    meta["batchStats"] |= {
        "successfulRequestCount": str(counts["ok"]),
        "pendingRequestCount": "0",
        "failedRequestCount": str(len(batch.rows) - counts["ok"]),
    }
    if batch.fault.no_output:
        return shown
    if is_inline:
        answers = [{"metadata": {"key": name}, **_gemini_answer(*row)} for name, *row in _gemini_rows(call, batch)]
        meta["output"] = {"inlinedResponses": {"inlinedResponses": answers}}
    else:
        meta["output"] = {"responsesFile": f"files/batch-{batch.id}"}
    return shown


def _gemini_rows(call, batch):
    """A row that was not executed has no line here."""
    return [row for row in call.batches.outcomes(batch) if row[1] in ("ok", "error")]


def _gemini_answer(state, status, body):
    if state == "ok":
        return {"response": body}
    return {
        "error": {
            "code": {400: 3, 429: 8, 500: 13}.get(status, 3),
            "message": "Simulated row error.",
            "status": {429: "RESOURCE_EXHAUSTED", 500: "INTERNAL"}.get(status, "INVALID_ARGUMENT"),
        }
    }


def _origin(call):
    return f"http://{call.headers.get('host')}"


_ID = r"(?P<id>[A-Za-z0-9_-]+)"
ROUTES = [
    (r"/upload/v1(?:beta)?/files", "POST", gemini_start_upload),
    (r"/upload/simulated", "POST", gemini_upload),
    (r"/v1(?:beta)?/models/(?P<model>[^/:]+):batchGenerateContent", "POST", gemini_create),
    (r"/v1beta/batches", "GET", gemini_list),
    (rf"/v1beta/batches/{_ID}", "GET", gemini_get),
    (rf"/v1beta/batches/{_ID}:cancel", "POST", gemini_cancel),
    (rf"/v1beta/files/batch-{_ID}:download", "GET", gemini_results),
]
