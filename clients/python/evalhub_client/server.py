"""Requests to the server: retries, pages, and answers that are no success as exceptions."""

from __future__ import annotations

import itertools
import random
import time
import uuid
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from .errors import (
    Conflict,
    EvalHubClientError,
    InvalidRequest,
    NotAllowed,
    NotFound,
    RateLimited,
    Refused,
    ServerAway,
)

FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.25, 30.0
NOT_DONE = (429, 503)  # the server says that it has done nothing
PERHAPS_DONE = (502, 504)  # said by what stands before the server
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
KEY_HEADER = "Idempotency-Key"
BY_STATUS: dict[int, type[EvalHubClientError]] = {
    400: InvalidRequest,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
    429: RateLimited,
}

sleep = time.sleep


class Server:
    """Where it is, and the key; nothing is sent before the first request.

    `timeout` counts seconds for one answer. A request is sent up to `retries` times more when the server cannot be
    reached or answers 429, 502, 503 or 504: after what Retry-After says, else after 0.25, 0.5, 1 … seconds, less a
    random part of them. A POST carries an Idempotency-Key, so that it is done once. PATCH, PUT and DELETE are sent
    again only when the first one cannot have been done.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 300.0, retries: int = 5) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EvalHubClientError(f"The address is {url!r}. Valid: one like https://evalhub.example.")
        if not key or not key.isascii() or not key.isprintable() or " " in key:
            raise EvalHubClientError("The key is empty or no key. Make one under API keys; it begins with eval_.")
        self.url = url.rstrip("/")
        self.key = key
        self.timeout = timeout
        self._retries = retries
        self._http = httpx.Client(
            base_url=self.url,
            headers={"Authorization": f"Bearer {key}"},
            timeout=timeout,
            follow_redirects=False,
        )
        self.close = weakref.finalize(self, self._http.close)

    def get(self, path: str, /, **params: Any) -> Any:
        """The JSON that GET answers; parameters that are None are left out."""
        return self.request("GET", path, params=params).json()

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        return self.request("POST", path, **({} if body is None else {"json": body}), **options).json()

    def patch(self, path: str, body: Any, /, **params: Any) -> Any:
        return self.request("PATCH", path, json=body, params=params).json()

    def put(self, path: str, body: Any) -> Any:
        return self.request("PUT", path, json=body).json()

    def delete(self, path: str) -> None:
        self.request("DELETE", path)

    def rows(self, path: str, name: str, /, *, limit: int | None = 100, **params: Any) -> Iterator[dict[str, Any]]:
        """All rows of a list, which its pages hold under `name`; a page is asked for when its first row is.

        `limit` is the size of a page, None where a list has no pages.
        """
        params |= {"limit": limit}
        while True:
            page = self.get(path, **params)
            yield from page[name]
            if page.get("next"):
                params = {key: value for key, value in params.items() if key != "offset"} | {"cursor": page["next"]}
            elif page.get("next_after") is not None:
                params |= {"after": page["next_after"]}
            elif page.get("has_more") and "next" not in page and "next_after" not in page:
                params |= {"offset": params.get("offset", 0) + len(page[name])}
            else:
                return

    def request(self, method: str, path: str, *, patience: float = 0.0, **options: Any) -> httpx.Response:
        """The answer, a success or 304; anything else is raised.

        Where the server says how long to wait, it is asked again for `patience` seconds, however often that is.
        """
        response = self._answer(method, path, patience, options)
        self.check(response)
        return response

    @contextmanager
    def stream(self, path: str, /, **params: Any) -> Iterator[httpx.Response]:
        """The answer to a GET, whose body is not read yet."""
        try:
            with self._http.stream("GET", path, params=_given(params)) as response:
                if response.status_code != 200:
                    response.read()
                self.check(response)
                yield response
        except httpx.HTTPError as problem:
            raise self._away(problem) from None

    def save(self, path: str, to: str | Path, /, **params: Any) -> Path:
        """Write the body that GET answers to a file, which is there once it is whole."""
        target = Path(to)
        partial = target.with_name(f"{target.name}.part")
        try:
            with self.stream(path, **params) as response, partial.open("wb") as out:
                for chunk in response.iter_bytes():
                    out.write(chunk)
            return partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)

    def check(self, response: httpx.Response) -> None:
        """Raise what an answer that is no success means."""
        status = response.status_code
        if 200 <= status < 300 or status == 304:
            return
        error = _error(response)
        raise (BY_STATUS.get(status) or (ServerAway if status >= 500 else Refused))(
            f"{self._what_happened(response)} {error['message']}".strip(),
            status=status,
            code=error.get("code"),
            message=error["message"],
            details=error.get("details"),
        )

    def _what_happened(self, response: httpx.Response) -> str:
        status = response.status_code
        if status in (401, 403):
            return f"{self.url} refuses the key ({status})."
        if status == 404:
            return f"{self.url} has no {response.url.path}, or not for this key (404)."
        if status == 429 or status >= 500:
            return f"{self.url} cannot answer now ({status})."
        if 300 <= status < 400:
            return f"{self.url} leads on to {response.headers.get('Location', 'nowhere')!r}. Use that address."
        return f"{self.url} answered {status}."

    def _answer(self, method: str, path: str, patience: float, options: dict[str, Any]) -> httpx.Response:
        end = time.monotonic() + patience
        options = options | {"params": _given(options.get("params", {})) or None}  # {} would empty the address's own
        if method == "POST":
            options["headers"] = {KEY_HEADER: str(uuid.uuid4())} | options.get("headers", {})
        for attempt in itertools.count():
            is_last = attempt >= self._retries
            try:
                response = self._http.request(method, path, **options)
            except httpx.HTTPError as problem:
                if is_last or not _may_repeat(method, problem):
                    raise self._away(problem) from None
                sleep(_backoff(attempt))
                continue
            # What Retry-After says, within bounds.
            text = response.headers.get("Retry-After", "")
            told = min(float(text), LONGEST_WAIT_SECONDS) if text.isascii() and text.isdigit() else None
            if told is not None and is_last and time.monotonic() < end:
                is_last = False
            if is_last or not (
                response.status_code in NOT_DONE or (response.status_code in PERHAPS_DONE and method in ("GET", "POST"))
            ):
                return response
            sleep(_backoff(attempt) if told is None else told)
        raise AssertionError("unreachable")

    def _away(self, problem: httpx.HTTPError) -> ServerAway:
        return ServerAway(f"{self.url} cannot be reached: {problem or type(problem).__name__}. Is the address right?")


class Resource:
    """One kind of what a server holds."""

    def __init__(self, server: Server) -> None:
        self._server = server


def path(*parts: Any) -> str:
    """The address below /v1/ of these parts, each of them one step."""
    steps = [quote(str(part), safe="") for part in parts]
    if any(step in ("", ".", "..") for step in steps):
        raise NotFound(f"There is no such object: {parts!r} holds an empty id.")
    return "/v1/" + "/".join(steps)


def id_of(thing: Mapping[str, Any] | str | int, name: str) -> str:
    """The id of what the server answered, or the id itself."""
    return str(thing[name]) if isinstance(thing, Mapping) else str(thing)


def _given(params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that are not None, as the API reads them."""
    return {name: _parameter(value) for name, value in params.items() if value is not None}


def _parameter(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, (list, tuple, set)) else value


def _may_repeat(method: str, problem: httpx.HTTPError) -> bool:
    if isinstance(problem, NEVER_SENT):
        return True
    return method in ("GET", "POST") and isinstance(problem, httpx.TransportError)


def _backoff(attempt: int) -> float:
    longest = min(FIRST_WAIT_SECONDS * 2**attempt, LONGEST_WAIT_SECONDS)
    return longest * random.uniform(0.5, 1)


def _error(response: httpx.Response) -> dict[str, Any]:
    """code, message and details, when the answer is one of EvalHub's errors."""
    try:
        found = response.json()["error"]
        return {"message": str(found["message"]), "code": found.get("code"), "details": found.get("details")}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {"message": "Is this the address of an EvalHub server?"}
