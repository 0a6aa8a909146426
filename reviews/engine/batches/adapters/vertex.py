"""Vertex AI: a BatchPredictionJob over a JSONL file in Cloud Storage, which writes its answers beside that file.

Gemini's rows have no name on this wire, and answers come in any order. So each request carries our name for it as the
label `evalhub_row`, and since every answer repeats its request, labels included, it is matched by that label. A row
that comes back without it is unreadable; nothing is guessed from its place or its text.

Files lie under `evalhub/<our id>/` in the bucket and stay there: give the bucket a rule that deletes old objects.
"""

import re
import uuid
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlsplit

from evalhub.lib.translation import gettext
from reviews.engine.batches.adapters import registry
from reviews.engine.batches.adapters.answers import google_error, google_outcome, named, objects, row_name, whole
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
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.batches.adapters.http import BatchHttp, json_file, new_client
from reviews.engine.batches.adapters.reasons import GOOGLE_REFUSES, GOOGLE_SILENT, NO_BUCKET, NO_GOOGLE_ACCOUNT
from reviews.engine.client.endpoints import BUCKET_VARIABLE, NO_GOOGLE_AUTH, PLACEHOLDER_KEY
from reviews.engine.client.exchange import BLOCKED, RETRYABLE
from reviews.engine.client.failures import Failure
from reviews.engine.client.json_bodies import code, error_in, json_object, mapping, message_text

BATCH_LABEL, ROW_LABEL = "evalhub_batch", "evalhub_row"
SCOPE = "https://www.googleapis.com/auth/cloud-platform"
STORAGE = "https://storage.googleapis.com"
WAIT_AND_RUN_SECONDS = (72 + 24) * 3600
_ANSWERS = re.compile(r"(?P<partial>incremental_)?predictions[^/]*\.jsonl(-\d+-of-\d+)?")


class GoogleToken:
    """Calling it gives an access token of this machine's Google account, renewed when it has run out.

    Needs google-auth, of the extra `vertex`; ProviderError says what is missing.
    """

    def __init__(self):
        self._credentials = None

    def __call__(self):
        try:
            from google.auth import default, exceptions  # pyright: ignore[reportMissingImports]
            from google.auth.transport.requests import Request  # pyright: ignore[reportMissingImports]
        except ImportError as error:
            raise ProviderError(Failure(BLOCKED, "not_configured"), gettext(NO_GOOGLE_AUTH)) from error
        try:
            if self._credentials is None:
                self._credentials, _project = default(scopes=[SCOPE])
            if not self._credentials.valid:
                self._credentials.refresh(Request())
        except exceptions.DefaultCredentialsError as error:
            raise ProviderError(Failure(BLOCKED, "not_configured"), NO_GOOGLE_ACCOUNT()) from error
        except exceptions.GoogleAuthError as error:
            if error.retryable or isinstance(error, exceptions.TransportError):
                raise ProviderError(Failure(RETRYABLE, "connection"), GOOGLE_SILENT()) from error
            raise ProviderError(Failure(BLOCKED, "key_refused"), GOOGLE_REFUSES()) from error
        return self._credentials.token


class VertexHttp(BatchHttp):
    """Vertex AI and, as `storage`, Cloud Storage, both with what `token()` gives at each request.

    `parent` is the project and place of the jobs, `bucket` holds their files.
    """

    def __init__(self, *, project, location, bucket, token=None, base="", storage_base=STORAGE):
        token = token or GoogleToken()

        def signed(request):
            request.headers["authorization"] = f"Bearer {token()}"
            return request

        client = new_client(auth=signed)
        region = "" if location == "global" else f"{location}-"
        base = base or f"https://{region}aiplatform.googleapis.com/v1"
        super().__init__(provider="vertex_ai", base=base, headers={}, client=client)
        self.storage = BatchHttp(provider="vertex_ai", base=storage_base, headers={}, client=client)
        self.parent = f"projects/{project}/locations/{location}"
        self.bucket = bucket


@registry.register("vertex_ai")
class VertexBatches(Adapter):
    """`http` is a VertexHttp. A model is a name of Google's (gemini-...) or a full one, with slashes in it."""

    provider = "vertex_ai"
    limits = Limits(rows=200_000, bytes=1_000_000_000)
    schedule = PollSchedule(first=120, slower=300, slower_after=1200, window=WAIT_AND_RUN_SECONDS)

    @classmethod
    def takes(cls, name):
        """Gemini's: models of others there have wires of their own."""
        return name.startswith(("gemini", "simulated"))

    @classmethod
    def missing(cls, endpoint):
        if endpoint.vertex and not endpoint.vertex.bucket:
            return NO_BUCKET(model=endpoint.model, variable=BUCKET_VARIABLE)
        return None

    @classmethod
    def connect(cls, endpoint, headers):
        """Google's own addresses and this machine's account, or the simulated provider with neither."""
        place = endpoint.vertex
        where = {"project": place.project, "location": place.location, "bucket": place.bucket}
        if not endpoint.simulated:
            return VertexHttp(**where)
        parts = urlsplit(endpoint.api_base)
        host = f"{parts.scheme}://{parts.netloc}"
        return VertexHttp(**where, token=lambda: PLACEHOLDER_KEY, base=f"{host}/v1", storage_base=host)

    def submit(self, rows, *, model, batch_id):
        folder = f"evalhub/{batch_id}"
        self._upload(
            f"{folder}/requests.jsonl",
            (
                {"request": {**row.body, "labels": {**mapping(row.body.get("labels")), ROW_LABEL: row.custom_id}}}
                for row in rows
            ),
        )
        place = f"gs://{self.http.bucket}/{folder}"
        job = self.http.post(
            f"{self.http.parent}/batchPredictionJobs",
            {
                "displayName": batch_id,
                "labels": {BATCH_LABEL: batch_id},
                "model": model if "/" in model else f"publishers/google/models/{model}",
                "inputConfig": {"instancesFormat": "jsonl", "gcsSource": {"uris": [f"{place}/requests.jsonl"]}},
                "outputConfig": {
                    "predictionsFormat": "jsonl",
                    "gcsDestination": {"outputUriPrefix": f"{place}/answers"},
                },
            },
        )
        return named(job, "name")

    def _upload(self, name, lines):
        """The object's name travels in a first part, its content in a second one."""
        boundary = uuid.uuid4().hex
        before = (
            f'--{boundary}\r\ncontent-type: application/json\r\n\r\n{{"name": "{name}"}}\r\n'
            f"--{boundary}\r\ncontent-type: application/jsonl\r\n\r\n"
        )
        with json_file(lines, before=before, after=f"\n\r\n--{boundary}--\r\n") as file:
            path = f"upload/storage/v1/b/{quote(self.http.bucket, safe='')}/o?uploadType=multipart"
            self.http.storage.post_file(path, file, {"content-type": f"multipart/related; boundary={boundary}"})

    def find(self, wanted):
        since = datetime.fromtimestamp(wanted.since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        pages = self.http.pages(
            f"{self.http.parent}/batchPredictionJobs",
            "pageToken",
            _next_page,
            pageSize=100,
            filter=f'createTime>="{since}"',
        )
        jobs = (job for page in pages for job in objects(page, "batchPredictionJobs"))
        return wanted.only({named(job, "name") for job in jobs if _label(job, BATCH_LABEL) == wanted.batch_id})

    def poll(self, ref):
        job = self.http.get(ref)
        counts, error = _counts(job), error_in(job.get("error"))
        state = named(job, "state").removeprefix("JOB_STATE_")
        outcome = google_outcome(state, counts)
        if outcome is None:
            return Status(CANCELLING if state == "CANCELLING" else RUNNING, **counts)
        directory = mapping(job.get("outputInfo")).get("gcsOutputDirectory")
        has_output = isinstance(directory, str) and directory.startswith("gs://")
        return Status(
            ENDED,
            outcome=outcome,
            reason=message_text(error.get("message")),
            error_code=code(error.get("code")),
            handles=(directory,) if has_output else (),
            **counts,
        )

    def results(self, ref, status):
        for directory in status.handles:
            bucket, _, folder = directory.removeprefix("gs://").partition("/")
            place = f"storage/v1/b/{quote(bucket, safe='')}/o"
            for name in self._files(place, f"{folder.strip('/')}/"):
                for line in self.http.storage.lines(f"{place}/{quote(name, safe='')}", alt="media"):
                    yield _result(line)

    def _files(self, place, folder):
        """The shards of the answers; a job that was stopped leaves only what it had written until then."""
        pages = self.http.storage.pages(place, "pageToken", _next_page, prefix=folder)
        names = [named(each, "name") for page in pages for each in objects(page, "items")]
        found = {name: _ANSWERS.fullmatch(name.removeprefix(folder)) for name in names if name.startswith(folder)}
        shards = [name for name, match in found.items() if match and not match["partial"]]
        return shards or [name for name, match in found.items() if match]

    def cancel(self, ref):
        self.http.post(f"{ref}:cancel")


def _label(labelled, key):
    return row_name(mapping(mapping(labelled).get("labels")).get(key))


def _next_page(page):
    return page.get("nextPageToken")


def _counts(job) -> dict[str, Any]:
    """Counts of zero are left out on this wire, and all of them until the job has begun."""
    stats = mapping(job.get("completionStats"))
    done, failed, waiting = (
        whole(stats.get(name, 0)) for name in ("successfulCount", "failedCount", "incompleteCount")
    )
    if not stats or done is None or failed is None:
        return {"total": None, "done": None, "failed": None}
    return {"total": None if waiting is None else done + failed + waiting, "done": done, "failed": failed}


def _result(line):
    line = mapping(line)
    custom_id, response = _label(line.get("request"), ROW_LABEL), line.get("response")
    if not custom_id:
        return Result("", "unreadable")
    if line.get("status"):
        # Such a status ends with what a direct call answers: `Bad Request: {"error": ...}`
        status = line["status"]
        answer = "{" + str(status).partition("{")[2]
        error = error_in(json_object(answer.encode()) or status)
        return Result(custom_id, "error", {"error": error}, *google_error(error))
    return Result(custom_id, "ok", response, 200) if isinstance(response, dict) else Result(custom_id, "unreadable")
