"""Gemini's wire: generateContent under both versions, and batches, inline or from a file."""

import json
import re

from evalhub.demo.provider.wires.batch import GONE, ID, BatchWire, Response, jsonl, moment
from evalhub.demo.provider.wires.chat import ChatWire, marked, request_of, text_of, turns_of

_STOPS = {"stop": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY"}
_SCHEMAS = ("response_json_schema", "responseJsonSchema", "response_schema", "responseSchema")
_ERRORS = {429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE", 404: "NOT_FOUND"}
INLINE_ROWS = 4  # more are handed out as a file
_ROW_CODES = {429: 8, 500: 13}


class Gemini(ChatWire):
    path = re.compile(r"/v1(?:beta)?/models/(?P<model>[^/:]+):generateContent")

    def read(self, body, found):
        settings = body.get("generationConfig") or {}
        system = body.get("system_instruction") or body.get("systemInstruction") or {}
        return request_of(
            found["model"],
            turns_of(body.get("contents"), "parts"),
            system=text_of(system.get("parts")),
            schema=next((settings[name] for name in _SCHEMAS if settings.get(name)), None),
            max_tokens=settings.get("max_output_tokens") or settings.get("maxOutputTokens"),
        )

    def write(self, request, reply):
        candidate = {"index": 0, "finishReason": _STOPS[reply.finish]}
        if reply.finish != "refused":
            candidate["content"] = {"role": "model", "parts": [{"text": reply.text}]}
        return {
            "candidates": [candidate],
            "modelVersion": marked(request.model),
            "responseId": reply.id,
            "usageMetadata": {
                "promptTokenCount": request.prompt_tokens,
                "candidatesTokenCount": reply.tokens,
                "totalTokenCount": request.prompt_tokens + reply.tokens,
            },
        }

    def error(self, status, message):
        kind = _ERRORS.get(status, "INTERNAL" if status >= 500 else "INVALID_ARGUMENT")
        return {"error": {"code": status, "message": message, "status": kind}}


class GeminiBatches(BatchWire):
    name = "gemini"
    jobs = r"/v1beta/batches"
    created_at = r"/v1(?:beta)?/models/(?P<model>[^/:]+):batchGenerateContent"
    cancel_mark = ":cancel"
    list_name = "operations"

    def routes(self):
        return [
            *super().routes(),
            (r"/upload/v1(?:beta)?/files", "POST", self.start_upload),
            (r"/upload/simulated", "POST", self.upload),
            (rf"/v1beta/files/batch-{ID}:download", "GET", self.results),
        ]

    def start_upload(self, call):
        return Response(200, {}, {"X-Goog-Upload-URL": f"http://{call.headers.get('host')}/upload/simulated"})

    def upload(self, call):
        return Response(200, {"file": {"name": f"files/{call.batches.keep(call.key, call.body)}"}})

    def added(self, call):
        job = json.loads(call.body)["batch"]
        config, path = job["inputConfig"], f"/v1beta/models/{call.found['model']}:generateContent"
        if "requests" in config:
            rows = [(row["metadata"]["key"], row["request"], path) for row in config["requests"]["requests"]]
        else:
            lines = call.file(config["fileName"].removeprefix("files/"))
            rows = [(line["key"], line["request"], path) for line in lines]
        return call.batches.add(wire=self.name, key=call.key, rows=rows, name=job["displayName"])

    def results(self, call):
        batch = call.batch
        if batch is None or batch.outcome == "running":
            return GONE
        return Response(200, jsonl([{"key": name, **answer} for name, answer in _answers(batch)], batch))

    def shown(self, batch):
        outcome = batch.outcome
        stats = {"requestCount": str(len(batch.rows))}
        meta = {"displayName": batch.name, "createTime": moment(batch.created), "batchStats": stats}
        meta["state"] = f"BATCH_STATE_{'SUCCEEDED' if outcome == 'completed' else outcome.upper()}"
        shown = {"name": f"batches/{batch.id}", "metadata": meta, "done": outcome != "running"}
        if outcome == "failed":
            return shown | {"error": {"code": 3, "message": "Simulated refusal.", "status": "INVALID_ARGUMENT"}}
        if outcome not in ("completed", "cancelled"):
            return shown
        done = batch.counts()["ok"]
        stats |= {"successfulRequestCount": str(done), "failedRequestCount": str(len(batch.rows) - done)}
        if not batch.fault.no_output and len(batch.rows) <= INLINE_ROWS:
            answers = [{"metadata": {"key": name}, **answer} for name, answer in _answers(batch)]
            meta["output"] = {"inlinedResponses": {"inlinedResponses": answers}}
        elif not batch.fault.no_output:
            meta["output"] = {"responsesFile": f"files/batch-{batch.id}"}
        return shown


def _answers(batch):
    """(name, answer) of the rows that were executed: others have no line here."""
    for name, state, status, body in batch.outcomes():
        if state == "ok":
            yield name, {"response": body}
        elif state == "error":
            error = Gemini().error(status, "Simulated row error.")["error"]
            yield name, {"error": error | {"code": _ROW_CODES.get(status, 3)}}
