"""How Anthropic takes, shows and hands back batches."""

import json
import re

from evalhub.demo.provider.batches.call import GONE, WINDOW, Response, jsonl, lost_or, moment

_CUSTOM_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def anthropic_create(call):
    rows = [(row["custom_id"], row["params"], "/v1/messages") for row in json.loads(call.body)["requests"]]
    names = [name for name, _body, _path in rows]
    if len(set(names)) < len(names) or not all(_CUSTOM_ID.fullmatch(name) for name in names):
        return Response(400, {"type": "error", "error": {"type": "invalid_request_error", "message": "custom_id"}})
    batch = call.batches.add(wire="anthropic", key=call.key, rows=rows, model="")
    return lost_or(batch, _anthropic(call, batch))


def anthropic_get(call):
    batch = call.batch("anthropic")
    return Response(200, _anthropic(call, batch)) if batch else GONE


def anthropic_list(call):
    found = [_anthropic(call, batch) for batch in call.batches.all(call.key, "anthropic")]
    return Response(200, {"data": found, "has_more": False, "first_id": None, "last_id": None})


def anthropic_cancel(call):
    batch = call.batch("anthropic")
    if batch:
        call.batches.cancel(batch)
    return Response(200, _anthropic(call, batch)) if batch else GONE


def anthropic_results(call):
    batch = call.batch("anthropic")
    if batch is None or batch.outcome() == "running" or batch.fault.archived:
        return GONE
    return Response(200, jsonl([_anthropic_row(*row) for row in call.batches.outcomes(batch)], batch))


def _anthropic(call, batch):
    ended = batch.outcome() != "running"
    counts = {"processing": 0 if ended else len(batch.rows), "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}
    if ended and not batch.is_refused:
        found = call.batches.counts(batch)
        counts |= {
            "succeeded": found["ok"],
            "errored": found["error"],
            "canceled": found["cancelled"],
            "expired": found["expired"],
        }
    elif ended:
        counts["errored"] = len(batch.rows)
    kept = ended and not batch.fault.archived
    return {
        "id": batch.id,
        "type": "message_batch",
        "processing_status": "ended" if ended else "in_progress",
        "request_counts": counts,
        "created_at": moment(batch.created),
        "expires_at": moment(batch.created + WINDOW),
        "ended_at": moment(batch.ends) if ended else None,
        "cancel_initiated_at": None,
        "archived_at": moment(batch.ends) if batch.fault.archived and ended else None,
        "results_url": f"/v1/messages/batches/{batch.id}/results" if kept else None,
    }


def _anthropic_row(name, state, status, body):
    if state == "ok":
        return {"custom_id": name, "result": {"type": "succeeded", "message": body}}
    if state in ("expired", "cancelled"):
        return {"custom_id": name, "result": {"type": "canceled" if state == "cancelled" else "expired"}}
    kinds = {401: "authentication_error", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error"}
    error = {"type": kinds.get(status, "invalid_request_error"), "message": "Simulated row error."}
    return {"custom_id": name, "result": {"type": "errored", "error": {"type": "error", "error": error}}}


_ID = r"(?P<id>[A-Za-z0-9_-]+)"
ROUTES = [
    (r"/v1/messages/batches", "POST", anthropic_create),
    (r"/v1/messages/batches", "GET", anthropic_list),
    (rf"/v1/messages/batches/{_ID}", "GET", anthropic_get),
    (rf"/v1/messages/batches/{_ID}/cancel", "POST", anthropic_cancel),
    (rf"/v1/messages/batches/{_ID}/results", "GET", anthropic_results),
]
