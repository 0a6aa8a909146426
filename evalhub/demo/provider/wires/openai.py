"""OpenAI's wire: chat completions and batches."""

import json
import re

from evalhub.demo.provider.likely_tokens import likely_tokens
from evalhub.demo.provider.wires.batch import GONE, ID, BatchWire, Response, jsonl
from evalhub.demo.provider.wires.chat import ChatWire, marked, request_of, turns_of

FINGERPRINT = "evalhub-simulated"
CREATED = 1_750_000_000  # the same in every answer: nothing here may depend on the clock
_SYSTEM = ("system", "developer")
_TELLS_NO_TOKENS = re.compile("hasty")  # as providers have models that tell them, and others


class OpenAI(ChatWire):
    path = re.compile(r"/v1/chat/completions")

    def read(self, body, found):
        turns = turns_of(body.get("messages"), "content")
        return request_of(
            body.get("model"),
            [turn for turn in turns if turn[0] not in _SYSTEM],
            system="\n".join(text for role, text in turns if role in _SYSTEM),
            schema=((body.get("response_format") or {}).get("json_schema") or {}).get("schema"),
            max_tokens=body.get("max_completion_tokens") or body.get("max_tokens"),
            top_logprobs=body.get("top_logprobs") or 0 if body.get("logprobs") else 0,
        )

    def write(self, request, reply):
        refused = reply.finish == "refused"
        message = {"role": "assistant", "content": None if refused else reply.text}
        finish = "content_filter" if refused else reply.finish
        choice = {"index": 0, "message": message, "finish_reason": finish}
        if request.top_logprobs and not refused and not _TELLS_NO_TOKENS.search(request.model):
            choice["logprobs"] = {"content": likely_tokens(reply.text, request.top_logprobs)}
        return {
            "id": f"chatcmpl-{reply.id}",
            "object": "chat.completion",
            "created": CREATED,
            "model": marked(request.model),
            "system_fingerprint": FINGERPRINT,
            "choices": [choice],
            "usage": {
                "prompt_tokens": request.prompt_tokens,
                "completion_tokens": reply.tokens,
                "total_tokens": request.prompt_tokens + reply.tokens,
            },
        }

    def error(self, status, message):
        kind = "rate_limit_exceeded" if status == 429 else "server_error" if status >= 500 else "invalid_request_error"
        return {"error": {"message": message, "type": kind, "param": None, "code": kind}}


class OpenAIBatches(BatchWire):
    name = "openai"
    jobs = r"/v1/batches"

    def routes(self):
        files = [(r"/v1/files", "POST", self.upload), (rf"/v1/files/{ID}/content", "GET", self.download)]
        return [*files, *super().routes()]

    def upload(self, call):
        content = next(content for head, content in call.parts() if b'name="file"' in head)
        return Response(200, {"id": call.batches.keep(call.key, content)})

    def download(self, call):
        batch_id, _, kind = call.found["id"].rpartition("-")
        batch = call.batches.get(call.key, batch_id)
        if batch is None:
            return GONE
        rows = [row for row in batch.outcomes() if (row[1] == "ok") == (kind == "output")]
        return Response(200, jsonl([_row(*row) for row in rows], batch))

    def added(self, call):
        job = json.loads(call.body)
        rows = [(line["custom_id"], line["body"], line["url"]) for line in call.file(job["input_file_id"])]
        return call.batches.add(wire=self.name, key=call.key, rows=rows, name=job["metadata"]["evalhub_batch"])

    def shown(self, batch):
        outcome, fault = batch.outcome, batch.fault
        shown = {
            "id": batch.id,
            "created_at": int(batch.created),
            "metadata": {"evalhub_batch": batch.name},
            "status": "in_progress" if outcome == "running" else outcome,
        }
        if outcome == "failed":
            code = "token_limit_exceeded" if fault.token_limit else "invalid_json_line"
            error = {"code": code, "message": "Simulated refusal of the file.", "line": fault.invalid_line}
            return shown | {"errors": {"data": [error]}}
        done = 0 if outcome == "running" else batch.counts()["ok"]
        failed = 0 if outcome == "running" else len(batch.rows) - done
        shown["request_counts"] = {"total": len(batch.rows), "completed": done, "failed": failed}
        if done and not fault.no_output:
            shown["output_file_id"] = f"{batch.id}-output"
        if failed and not fault.no_output:
            shown["error_file_id"] = f"{batch.id}-errors"
        return {"error_file_id": "", **shown} if fault.empty_error_file else shown


def _row(name, state, status, body):
    if status is not None:
        body = body or {"error": {"message": "Simulated row error.", "type": "simulated"}}
        return {"custom_id": name, "response": {"status_code": status, "body": body}}
    code = {"expired": "batch_expired", "cancelled": "batch_cancelled"}.get(state, "not_executed")
    return {"custom_id": name, "response": None, "error": {"code": code, "message": "This row was not executed."}}
