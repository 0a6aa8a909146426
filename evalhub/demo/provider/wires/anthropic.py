"""Anthropic's wire: messages, with an output format or with a tool that must be called, and batches of them."""

import json
import re

from evalhub.demo.provider.wires.batch import GONE, ID, BatchWire, Response, jsonl, moment
from evalhub.demo.provider.wires.chat import ChatWire, marked, request_of, text_of, turns_of

_STOPS = {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"}
_ERRORS = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}
_CUSTOM_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Anthropic(ChatWire):
    path = re.compile(r"/v1/messages")

    def read(self, body, found):
        tool = (body.get("tool_choice") or {}).get("name", "")
        schema = next((each.get("input_schema") for each in body.get("tools") or () if each.get("name") == tool), None)
        form = body.get("output_format") or (body.get("output_config") or {}).get("format") or {}
        return request_of(
            body.get("model"),
            turns_of(body.get("messages"), "content"),
            system=text_of(body.get("system")),
            schema=form.get("schema") or schema,
            tool=tool,
            max_tokens=body.get("max_tokens"),
        )

    def write(self, request, reply):
        content, stop = [{"type": "text", "text": reply.text}], _STOPS[reply.finish]
        if request.tool and stop == "end_turn" and reply.text.startswith("{"):
            tool = {"type": "tool_use", "id": "toolu_simulated", "name": request.tool}
            content, stop = [tool | {"input": json.loads(reply.text)}], "tool_use"
        return {
            "id": f"msg_{reply.id}",
            "type": "message",
            "role": "assistant",
            "model": marked(request.model),
            "content": [] if stop == "refusal" else content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": {"input_tokens": request.prompt_tokens, "output_tokens": reply.tokens},
        }

    def error(self, status, message):
        kind = _ERRORS.get(status, "api_error" if status >= 500 else "invalid_request_error")
        return {"type": "error", "error": {"type": kind, "message": message}}


class AnthropicBatches(BatchWire):
    name = "anthropic"
    jobs = r"/v1/messages/batches"

    def routes(self):
        return [*super().routes(), (rf"{self.jobs}/{ID}/results", "GET", self.results)]

    def added(self, call):
        rows = [(row["custom_id"], row["params"], "/v1/messages") for row in json.loads(call.body)["requests"]]
        names = [name for name, _body, _path in rows]
        if len(set(names)) < len(names) or not all(map(_CUSTOM_ID.fullmatch, names)):
            raise ValueError("A custom_id is not valid.")
        return call.batches.add(wire=self.name, key=call.key, rows=rows)

    def results(self, call):
        batch = call.batch
        if batch is None or batch.outcome == "running" or batch.fault.archived:
            return GONE
        return Response(200, jsonl([_row(*row) for row in batch.outcomes()], batch))

    def shown(self, batch):
        outcome, archived = batch.outcome, batch.fault.archived
        ended = outcome != "running"
        counts = {} if not ended else {"error": len(batch.rows)} if outcome == "failed" else batch.counts()
        return {
            "id": batch.id,
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": {
                "processing": 0 if ended else len(batch.rows),
                "succeeded": counts.get("ok", 0),
                "errored": counts.get("error", 0),
                "canceled": counts.get("cancelled", 0),
                "expired": counts.get("expired", 0),
            },
            "created_at": moment(batch.created),
            "archived_at": moment(batch.created) if archived and ended else None,
            "results_url": f"/v1/messages/batches/{batch.id}/results" if ended and not archived else None,
        }


def _row(name, state, status, body):
    if state == "ok":
        return {"custom_id": name, "result": {"type": "succeeded", "message": body}}
    if state == "error":
        error = Anthropic().error(status, "Simulated row error.")
        return {"custom_id": name, "result": {"type": "errored", "error": error}}
    return {"custom_id": name, "result": {"type": "canceled" if state == "cancelled" else state}}
