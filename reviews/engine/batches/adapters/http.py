"""The HTTP side of the batch wires: JSON both ways, large bodies from a file, results line by line, errors sorted."""

import json
import tempfile
from contextlib import contextmanager
from urllib.parse import urlsplit

from evalhub.lib.egress import AddressRefused
from reviews.engine.batches.adapters.answers import unreadable
from reviews.engine.batches.adapters.errors import ProviderError
from reviews.engine.batches.adapters.reasons import (
    LIST_WITHOUT_END,
    LONG_ANSWER,
    LONG_LINE,
    NO_JSON_OBJECT,
    OTHER_HOST,
    WEB_PAGE,
)
from reviews.engine.client import failures
from reviews.engine.client.json_bodies import error_in, json_object, message_text
from reviews.engine.client.reasons import of_failure

IN_MEMORY = 1 << 20
MOST_PAGES = 200
SECONDS = 240.0  # of a call whose answer is one object, shorter than a task may take
TRANSFER_SECONDS = 3600.0  # of a file, sent or fetched
MOST_BYTES = 300_000_000  # of an object: small batches of some providers bring all their answers in one
MOST_LINE_BYTES = 50_000_000


def new_client(**options):
    """An httpx.Client; imported here, because half of what httpx imports serves its own command line."""
    from evalhub.lib.egress import synchronous

    return synchronous.new_client(**options)


def _not_answered():
    import httpx

    return httpx.HTTPError, httpx.InvalidURL, AddressRefused


class BatchHttp:
    """One provider at `base` with these headers. Addresses that a provider names are followed on its own host only."""

    def __init__(self, *, provider, base, headers, client=None):
        self.provider = provider
        self.base = base.rstrip("/")
        self._headers = dict(headers)
        self._client = client or new_client()

    def close(self):
        self._client.close()

    def get(self, path, **query):
        return self._json("GET", path, params=query or None)

    def pages(self, path, parameter, next_page, **query):
        """The pages of a list; `next_page(page)` names the one after it, sent as `parameter`, or is None at the end."""
        for _ in range(MOST_PAGES):
            page = self.get(path, **query)
            yield page
            query[parameter] = next_page(page)
            if not query[parameter]:
                return
        raise unreadable(LIST_WITHOUT_END(n=MOST_PAGES))

    def post(self, path, body=None):
        return self._json("POST", path, json={} if body is None else body)

    def post_file(self, path, file, headers=None):
        """Send the bytes of an open file as the body, with its length."""
        headers = {"content-type": "application/json"} | (headers or {})
        return self._json("POST", path, seconds=TRANSFER_SECONDS, content=file, headers=headers)

    def post_form(self, path, fields, files):
        return self._json("POST", path, seconds=TRANSFER_SECONDS, data=fields, files=files)

    def raw(self, method, path, *, seconds=None, **options):
        """(httpx.Response, its bytes), its errors raised."""
        seconds = SECONDS if seconds is None else seconds
        try:
            with self._stream(method, path, seconds, options) as response:
                content = b"".join(_bounded(response.iter_bytes(), MOST_BYTES))
        except _not_answered() as error:
            raise self._unreached(error) from error
        if not response.is_success:
            raise self._error(response, content)
        return response, content

    def lines(self, path, **query):
        """The objects of a JSONL answer; None stands for a line that is none, such as one that was cut off."""
        try:
            with self._stream("GET", path, TRANSFER_SECONDS, {"params": query or None}) as response:
                if not response.is_success:
                    raise self._error(response, b"".join(_bounded(response.iter_bytes(), IN_MEMORY)))
                if "html" in response.headers.get("content-type", ""):
                    raise unreadable(WEB_PAGE(), status_code=response.status_code)
                for line in _split(response.iter_bytes()):
                    if line.strip():
                        yield json_object(line)
        except _not_answered() as error:
            raise self._unreached(error) from error

    def address(self, path):
        """The full address; a full one is taken when it is on the provider's own host, where our key may go."""
        if not path.startswith(("http://", "https://")):
            return f"{self.base}/{path.lstrip('/')}"
        if not _is_same_host(path, self.base):
            failure = failures.Failure("fatal", "foreign_address")
            raise ProviderError(failure, OTHER_HOST())
        return path

    def _stream(self, method, path, seconds, options):
        from evalhub.lib.egress import synchronous

        options = options | {"headers": self._headers | options.get("headers", {})}
        return self._client.stream(method, self.address(path), extensions=synchronous.ending_in(seconds), **options)

    def _json(self, method, path, **options):
        response, content = self.raw(method, path, **options)
        found = json_object(content)
        if found is None:
            raise unreadable(NO_JSON_OBJECT(), status_code=response.status_code)
        return found

    def _error(self, response, content):
        error = error_in(json_object(content))
        status_code, text = response.status_code, failures.text_of(error)
        failure = failures.of_answer(status_code, text, provider=self.provider)
        if status_code == 413:
            failure = failures.Failure("fatal", "too_large")
        return ProviderError(
            failure,
            of_failure(failure, said=message_text(error.get("message")), status_code=status_code),
            status_code=status_code,
            retry_after=failures.wait_seconds(response.headers, text),
        )

    def _unreached(self, error):
        failure = failures.classify(error)
        return ProviderError(failure, of_failure(failure))


@contextmanager
def json_file(objects, before="", between="\n", after="\n"):
    """A file of JSON values with these texts around and between them, in memory while small; ready to be read."""
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        file.write(before.encode())
        for number, found in enumerate(objects):
            file.write((between.encode() if number else b"") + json.dumps(found, ensure_ascii=False).encode())
        file.write(after.encode())
        file.seek(0)
        yield file


def json_list(before, objects, after):
    """A file of one JSON value whose list is written item by item, between the texts `before` and `after`."""
    return json_file(objects, before, ",", after)


def _split(chunks):
    """Lines as JSONL means them, ended by a line feed only: a text inside of one may hold other ends of lines."""
    begun, size = [], 0
    for chunk in chunks:
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            yield b"".join([*begun, line])
            begun, size = [], 0
        begun.append(rest)
        size += len(rest)
        if size > MOST_LINE_BYTES:
            raise unreadable(LONG_LINE(n=MOST_LINE_BYTES))
    yield b"".join(begun)


def _bounded(chunks, most):
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > most:
            raise unreadable(LONG_ANSWER(n=most))
        yield chunk


def _is_same_host(address, base):
    try:
        return urlsplit(address)[:2] == urlsplit(base)[:2]
    except ValueError:
        return False
