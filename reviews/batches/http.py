"""The HTTP side of the batch wires: JSON both ways, large bodies from a file, results line by line, errors sorted."""

import functools
import json
import tempfile
from contextlib import contextmanager
from urllib.parse import urlsplit

from reviews.batches.answers import error_in, json_object, said, unreadable
from reviews.batches.base import ProviderError
from reviews.llm import failures

IN_MEMORY = 1 << 20
MOST_PAGES = 200


class _Answered(Exception):
    """What `failures.classify` reads an HTTP status from."""

    def __init__(self, response, provider):
        super().__init__(_text(response.content[:4000]))
        self.status_code = response.status_code
        self.response = response
        self.llm_provider = provider


def new_client(**options):
    """An httpx.Client; imported here, because half of what httpx imports serves its own command line."""
    import httpx

    timeout = httpx.Timeout(120, connect=10)
    return httpx.Client(timeout=timeout, follow_redirects=False, verify=_certificates(), **options)


@functools.cache
def _certificates():
    """Reading them takes longer than most calls: once for all connections of this process."""
    import httpx

    return httpx.create_ssl_context()


def _not_answered():
    import httpx

    return httpx.HTTPError, httpx.InvalidURL


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
        raise unreadable(f"The provider's list has not ended after {MOST_PAGES} pages.")

    def post(self, path, body=None):
        return self._json("POST", path, json={} if body is None else body)

    def post_file(self, path, file, headers=None):
        """Send the bytes of an open file as the body, with its length."""
        headers = {"content-type": "application/json"} | (headers or {})
        return self._json("POST", path, content=file, headers=headers)

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
                if not response.is_success:
                    response.read()
                    raise self._error(response)
                if "html" in response.headers.get("content-type", ""):
                    raise unreadable("The provider sent a web page.", status_code=response.status_code)
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
            raise ProviderError(failure, "The provider named an address on another host.")
        return path

    def _with_headers(self, options):
        return options | {"headers": self._headers | options.get("headers", {})}

    def _json(self, method, path, **options):
        response = self.raw(method, path, **options)
        found = json_object(response.content)
        if found is None:
            raise unreadable("The provider's answer is no JSON object.", status_code=response.status_code)
        return found

    def _checked(self, send):
        try:
            response = send()
        except _not_answered() as error:
            raise self._unreached(error) from error
        if not response.is_success:
            raise self._error(response)
        return response

    def _error(self, response):
        answered = _Answered(response, self.provider)
        failure = failures.classify(answered)
        if response.status_code == 413:
            failure = failures.Failure("fatal", "too_large")
        return ProviderError(
            failure, message_of(response.content), status_code=response.status_code,
            retry_after=failures.retry_after(answered),
        )

    def _unreached(self, error):
        return ProviderError(failures.classify(error), f"{type(error).__name__} from {self.provider}.")


def message_of(content):
    """The message in an error's body, whatever its shape."""
    error = error_in(json_object(content))
    return said(error.get("message")) or said(_text(content).strip()) or "without a text"


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
    begun = []
    for chunk in chunks:
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            yield b"".join([*begun, line])
            begun = []
        begun.append(rest)
    yield b"".join(begun)


def _text(content):
    return content.decode("utf-8", "replace")


def _is_same_host(address, base):
    try:
        return urlsplit(address)[:2] == urlsplit(base)[:2]
    except ValueError:
        return False
