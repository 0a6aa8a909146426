"""The HTTP side of the batch wires: JSON both ways, large bodies from a file, results line by line, errors sorted."""

import json
import tempfile
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx

from reviews.judges.json_answer import storable
from reviews.llm import failures
from reviews.llm.redaction import scrub

IN_MEMORY = 1 << 20
TIMEOUT = httpx.Timeout(120, connect=10)
MESSAGE_LENGTH = 500


class ProviderError(Exception):
    """A provider refused or could not be reached. `failure` says what to do next; `status_code` None: no answer."""

    def __init__(self, failure, message, *, status_code=None, retry_after=None):
        super().__init__(message)
        self.failure = failure
        self.status_code = status_code
        self.retry_after = retry_after


class _Answered(Exception):
    """What `failures.classify` reads an HTTP status from."""

    def __init__(self, response, provider):
        super().__init__(response.text[:4000])
        self.status_code = response.status_code
        self.response = response
        self.llm_provider = provider


class BatchHttp:
    """One provider at `base` with these headers. Addresses that a provider names are followed on its own host only."""

    def __init__(self, *, provider, base, headers, client=None):
        self.provider = provider
        self.base = base.rstrip("/")
        self._headers = dict(headers)
        self._client = client or httpx.Client(timeout=TIMEOUT, follow_redirects=False)

    def close(self):
        self._client.close()

    def get(self, path, **query):
        return self._json("GET", path, params=query or None)

    def post(self, path, body=None):
        return self._json("POST", path, json={} if body is None else body)

    def post_file(self, path, file, content_type="application/json"):
        """Send the bytes of an open file as the body, with its length."""
        return self._json("POST", path, content=file, headers={"content-type": content_type})

    def post_form(self, path, fields, files):
        return self._json("POST", path, data=fields, files=files)

    def raw(self, method, path, **options):
        """The httpx.Response, its errors raised."""
        return self._checked(lambda: self._client.request(method, self.address(path), **self._with_headers(options)))

    def lines(self, path, **query):
        """The objects of a JSONL answer; None stands for a line that is none, such as one that was cut off."""
        options = self._with_headers({"params": query or None})
        try:
            with self._client.stream("GET", self.address(path), **options) as response:
                if response.status_code >= 400:
                    response.read()
                    raise self._error(response)
                for line in response.iter_lines():
                    if line.strip():
                        yield _object(line)
        except httpx.HTTPError as error:
            raise self._unreached(error) from error

    def address(self, path):
        """The full address; a full one is taken when it is on the provider's own host, where our key may go."""
        if not path.startswith(("http://", "https://")):
            return f"{self.base}/{path.lstrip('/')}"
        if urlsplit(path)[:2] != urlsplit(self.base)[:2]:
            failure = failures.Failure("fatal", "foreign_address")
            raise ProviderError(failure, "The provider named an address on another host.")
        return path

    def _with_headers(self, options):
        return options | {"headers": self._headers | options.get("headers", {})}

    def _json(self, method, path, **options):
        response = self.raw(method, path, **options)
        found = _object(response.text)
        if found is None:
            failure = failures.Failure("retryable", "unreadable_response")
            raise ProviderError(failure, "The provider's answer is no JSON object.", status_code=response.status_code)
        return found

    def _checked(self, send):
        try:
            response = send()
        except httpx.HTTPError as error:
            raise self._unreached(error) from error
        if response.status_code >= 400:
            raise self._error(response)
        return response

    def _error(self, response):
        answered = _Answered(response, self.provider)
        failure = failures.classify(answered)
        if response.status_code == 413:
            failure = failures.Failure("fatal", "too_large")
        return ProviderError(
            failure, scrub(message_of(response.text))[:MESSAGE_LENGTH], status_code=response.status_code,
            retry_after=failures.retry_after(answered),
        )

    def _unreached(self, error):
        return ProviderError(failures.classify(error), f"{type(error).__name__} from {self.provider}.")


def message_of(text):
    """The message in an error's body, whatever its shape."""
    found = _object(text)
    error = found.get("error", found) if found else {}
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    message = error.get("message") if isinstance(error, dict) else error
    return str(message) if message else text.strip() or "without a text"


@contextmanager
def json_lines(objects):
    """A file of JSON lines, in memory while it is small; ready to be read."""
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        for found in objects:
            file.write(json.dumps(found, ensure_ascii=False).encode() + b"\n")
        file.seek(0)
        yield file


@contextmanager
def json_list(before, objects, after):
    """A file of one JSON value whose list is written item by item, between the texts `before` and `after`."""
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        file.write(before.encode())
        for number, found in enumerate(objects):
            file.write((b"," if number else b"") + json.dumps(found, ensure_ascii=False).encode())
        file.write(after.encode())
        file.seek(0)
        yield file


def _object(text):
    """The JSON object, with what Postgres refuses replaced; None for anything else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return storable(found) if isinstance(found, dict) else None
