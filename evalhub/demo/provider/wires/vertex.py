"""Vertex AI's wire of batches, and Cloud Storage with their files."""

import json
import re
from urllib.parse import unquote

from evalhub.demo.provider.wires.batch import GONE, BatchWire, Response, jsonl, moment
from evalhub.demo.provider.wires.gemini import Gemini

_LABEL = re.compile(r"[a-z0-9_-]{0,63}")
_SHARD = 6  # rows of one file of answers
_BUCKET = r"/storage/v1/b/(?P<bucket>[^/]+)/o"


class VertexBatches(BatchWire):
    name = "vertex"
    jobs = r"/v1/(?P<parent>projects/[^/]+/locations/[^/]+)/batchPredictionJobs"
    cancel_mark = ":cancel"
    list_name = "batchPredictionJobs"

    def routes(self):
        return [
            *super().routes(),
            (rf"/upload{_BUCKET}", "POST", self.upload),
            (_BUCKET, "GET", self.files),
            (rf"{_BUCKET}/(?P<name>[^/]+)", "GET", self.download),
        ]

    def upload(self, call):
        (_, about), (_, content) = call.parts()
        name = json.loads(about)["name"]
        call.batches.keep(call.key, content, f"gs://{call.found['bucket']}/{name}")
        return Response(200, {"name": name})

    def files(self, call):
        """All of the bucket's answers: like the other lists here it takes no query."""
        start = f"gs://{call.found['bucket']}/"
        names = [name for batch in call.batches.all(call.key, self.name) for name in _files(batch)]
        items = [{"name": name.removeprefix(start)} for name in names if name.startswith(start)]
        return Response(200, {"items": items} if items else {})

    def download(self, call):
        name = f"gs://{call.found['bucket']}/{unquote(call.found['name'])}"
        for batch in call.batches.all(call.key, self.name):
            files = _files(batch)
            if name in files:
                return Response(200, jsonl(files[name], batch))
        return GONE

    def added(self, call):
        job = json.loads(call.body)
        if not _are_labels(job):
            raise ValueError("A label holds letters that are not allowed.")
        lines = call.file(job["inputConfig"]["gcsSource"]["uris"][0])
        path = f"/v1beta/models/{job['model'].rpartition('/')[2]}:generateContent"
        rows = [(str(number), line["request"], path) for number, line in enumerate(lines)]
        job["name"] = f"{call.found['parent']}/batchPredictionJobs"
        return call.batches.add(wire=self.name, key=call.key, rows=rows, name=job["displayName"], about=job)

    def shown(self, batch):
        outcome = batch.outcome
        shown = batch.about | {
            "name": f"{batch.about['name']}/{batch.id}",
            "createTime": moment(batch.created),
            "state": f"JOB_STATE_{'SUCCEEDED' if outcome == 'completed' else outcome.upper()}",
        }
        if outcome == "failed":
            return shown | {"error": {"code": 3, "message": "Simulated refusal."}}
        if outcome == "running":
            return shown
        counts = batch.counts()
        waiting = counts["cancelled"] + counts["expired"]
        stats = {"successfulCount": counts["ok"], "failedCount": counts["error"], "incompleteCount": waiting}
        shown["completionStats"] = {name: str(count) for name, count in stats.items() if count}
        return shown if batch.fault.no_output else shown | {"outputInfo": {"gcsOutputDirectory": _directory(batch)}}


def _are_labels(labelled):
    return all(map(_LABEL.fullmatch, labelled.get("labels", {}).values()))


def _directory(batch):
    prefix = batch.about["outputConfig"]["gcsDestination"]["outputUriPrefix"]
    return f"{prefix}/prediction-model-{batch.id}"


def _files(batch):
    """{name: rows} of a batch that has ended: shards and a copy written on the way, or after a stop only that copy."""
    if batch.outcome in ("running", "failed") or batch.fault.no_output:
        return {}
    rows = [_row(batch, *row) for row in batch.outcomes() if row[1] in ("ok", "error")]
    files = {f"{_directory(batch)}/incremental_predictions.jsonl": rows}
    if batch.outcome == "completed":
        shards = [rows[at : at + _SHARD] for at in range(0, len(rows), _SHARD)]
        for number, shard in enumerate(shards):
            tail = "" if len(shards) == 1 else f"-{number:05}-of-{len(shards):05}"
            files[f"{_directory(batch)}/predictions.jsonl{tail}"] = shard
    return files


def _row(batch, number, state, status, body):
    request = batch.rows[int(number)][1]
    if state == "ok" and _are_labels(request):
        return {"status": "", "request": request, "response": body}
    error = json.dumps(Gemini().error(400 if state == "ok" else status, "Simulated row error."))
    return {"status": f"Bad Request: {error}", "request": request, "response": {}}
