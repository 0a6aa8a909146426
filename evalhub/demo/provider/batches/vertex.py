"""How Vertex AI takes, shows and hands back batches, and Cloud Storage their files."""

import json
import re
from urllib.parse import unquote

from evalhub.demo.provider.batches.call import GONE, Response, jsonl, lost_or, moment

_LABEL = re.compile(r"[a-z0-9_-]{0,63}")
_SHARD = 6  # rows of one file of answers
_STATES = {"completed": "SUCCEEDED"}


def storage_upload(call):
    """A body of two parts: what the object is called, and its content."""
    boundary = re.search(r"boundary=([^;]+)", call.headers["content-type"]).group(1).encode()
    about, content = (part.partition(b"\r\n\r\n")[2] for part in call.body.split(b"--" + boundary)[1:3])
    name = json.loads(about)["name"]
    call.batches.keep_file(call.key, content.removesuffix(b"\r\n"), f"gs://{call.found['bucket']}/{name}")
    return Response(200, {"kind": "storage#object", "bucket": call.found["bucket"], "name": name})


def storage_list(call):
    """All of the bucket's answers: like the other lists here it takes no query."""
    names = [name for batch in call.batches.all(call.key, "vertex") for name in _files(call, batch)]
    place = f"gs://{call.found['bucket']}/"
    items = [{"name": name.removeprefix(place)} for name in names if name.startswith(place)]
    return Response(200, {"kind": "storage#objects", "items": items} if items else {"kind": "storage#objects"})


def storage_download(call):
    wanted = f"gs://{call.found['bucket']}/{unquote(call.found['name'])}"
    for batch in call.batches.all(call.key, "vertex"):
        files = _files(call, batch)
        if wanted in files:
            return Response(200, jsonl(files[wanted], batch))
    return GONE


def vertex_create(call):
    wanted = json.loads(call.body)
    if not all(_LABEL.fullmatch(value) for value in wanted.get("labels", {}).values()):
        return Response(400, _error(400, "A label holds letters that are not allowed."))
    content = call.batches.file(call.key, wanted["inputConfig"]["gcsSource"]["uris"][0])
    if content is None:
        return GONE
    model = wanted["model"].rpartition("/")[2]
    path = f"/v1beta/models/{model}:generateContent"
    lines = [json.loads(line) for line in content.splitlines() if line.strip()]
    rows = [(str(number), line["request"], path) for number, line in enumerate(lines)]
    about = {**wanted, "name": f"{call.found['parent']}/batchPredictionJobs"}
    batch = call.batches.add(
        wire="vertex", key=call.key, rows=rows, model=model, name=wanted["displayName"], about=about
    )
    return lost_or(batch, _vertex(call, batch))


def vertex_get(call):
    batch = call.batch("vertex")
    return Response(200, _vertex(call, batch)) if batch else GONE


def vertex_list(call):
    found = [_vertex(call, batch) for batch in call.batches.all(call.key, "vertex")]
    return Response(200, {"batchPredictionJobs": found} if found else {})


def vertex_cancel(call):
    batch = call.batch("vertex")
    if batch:
        call.batches.cancel(batch)
    return Response(200, {}) if batch else GONE


def _vertex(call, batch):
    outcome = batch.outcome()
    shown = batch.about | {
        "name": f"{batch.about['name']}/{batch.id}",
        "createTime": moment(batch.created),
        "state": f"JOB_STATE_{_STATES.get(outcome, outcome.upper())}",
    }
    if outcome == "failed":
        return shown | {"error": {"code": 3, "message": "Simulated refusal."}}
    if outcome == "running":
        return shown
    counts = call.batches.counts(batch)
    stats = {
        "successfulCount": counts["ok"],
        "failedCount": counts["error"],
        "incompleteCount": counts["cancelled"] + counts["expired"],
    }
    shown["completionStats"] = {name: str(count) for name, count in stats.items() if count}
    return shown if batch.fault.no_output else shown | {"outputInfo": {"gcsOutputDirectory": _directory(batch)}}


def _directory(batch):
    prefix = batch.about["outputConfig"]["gcsDestination"]["outputUriPrefix"]
    return f"{prefix}/prediction-model-{batch.id}"


def _files(call, batch):
    """{name: rows} of a batch that has ended: shards and a copy written on the way, or after a stop only that copy."""
    if batch.outcome() in ("running", "failed") or batch.fault.no_output:
        return {}
    rows = [_row(batch, *row) for row in call.batches.outcomes(batch) if row[1] in ("ok", "error")]
    files = {f"{_directory(batch)}/incremental_predictions.jsonl": rows}
    if batch.outcome() == "completed":
        shards = [rows[at : at + _SHARD] for at in range(0, len(rows), _SHARD)]
        for number, shard in enumerate(shards):
            tail = "" if len(shards) == 1 else f"-{number:05}-of-{len(shards):05}"
            files[f"{_directory(batch)}/predictions.jsonl{tail}"] = shard
    return files


def _row(batch, number, state, status, body):
    request = batch.rows[int(number)][1]
    if not all(_LABEL.fullmatch(value) for value in request.get("labels", {}).values()):
        state, status = "error", 400
    words = "" if state == "ok" else f"Bad Request: {json.dumps(_error(status, 'Simulated row error.'))}"
    return {
        "status": words,
        "processed_time": moment(batch.ends),
        "request": request,
        "response": body if state == "ok" else {},
    }


def _error(status, message):
    word = {400: "INVALID_ARGUMENT", 429: "RESOURCE_EXHAUSTED"}.get(status, "INTERNAL")
    return {"error": {"code": status, "message": message, "status": word}}


_ID = r"(?P<id>[A-Za-z0-9_-]+)"
_JOBS = r"/v1/(?P<parent>projects/[^/]+/locations/[^/]+)/batchPredictionJobs"
_BUCKET = r"/storage/v1/b/(?P<bucket>[^/]+)/o"
ROUTES = [
    (rf"/upload{_BUCKET}", "POST", storage_upload),
    (_BUCKET, "GET", storage_list),
    (rf"{_BUCKET}/(?P<name>[^/]+)", "GET", storage_download),
    (_JOBS, "POST", vertex_create),
    (_JOBS, "GET", vertex_list),
    (rf"{_JOBS}/{_ID}", "GET", vertex_get),
    (rf"{_JOBS}/{_ID}:cancel", "POST", vertex_cancel),
]
