"""Questions to the server, with its answers turned into what they mean."""

import hashlib
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx

from .errors import BundleChanged, Damaged, EvalHubClientError, NotAllowed, NotFound, Refused, ServerAway

LONGEST_WAIT_SECONDS = 10


class Server:
    """Where it is, and the key; nothing is asked before a `session`."""

    def __init__(self, url, key, *, timeout):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EvalHubClientError(f"The address is {url!r}. Valid: one like https://evalhub.example.")
        if not key or not key.isascii() or not key.isprintable() or " " in key:
            raise EvalHubClientError("The key is empty or no key. Make one under API keys; it begins with eval_.")
        self.url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {key}"}
        self._timeout = timeout

    @contextmanager
    def session(self):
        """A Session, whose connections are closed at the end."""
        with httpx.Client(
            base_url=self.url, headers=self._headers, timeout=self._timeout, follow_redirects=False
        ) as http:
            yield Session(self.url, http, self._timeout)


class Session:
    """`timeout` is how many seconds one answer may take, and how long to wait while the server writes a bundle."""

    def __init__(self, url, http, timeout):
        self.url = url
        self._http = http
        self._timeout = timeout

    def manifest(self, study_id, *, known=None):
        """The manifest of the study's bundle; None when it is still the one whose etag is `known`."""
        if not study_id.isascii() or not study_id.replace("-", "").isalnum():
            raise NotFound(f"There is no study {study_id!r}: its id is 32 digits and letters, as its address shows.")
        headers = {"If-None-Match": f'"{known}"'} if known else {}
        response = self._patiently(_bundle(study_id), headers)
        return None if response.status_code == 304 else _manifest(response)

    def fetch(self, study_id, manifest, table, suffix, target):
        """Write a table of a manifest to `target`, which must not exist; Damaged on another hash."""
        path = f"{_bundle(study_id)}/{table}.{suffix}"
        digest = hashlib.sha256()
        try:
            snapshot = {"snapshot": manifest["etag"]}
            with self._http.stream("GET", path, params=snapshot) as response, target.open("xb") as out:
                if response.status_code != 200:
                    response.read()
                self._check(response)
                for chunk in response.iter_bytes():
                    digest.update(chunk)
                    out.write(chunk)
        except httpx.HTTPError as problem:
            raise self._away(problem) from None
        if digest.hexdigest() != manifest["tables"][table]["files"][suffix]["sha256"]:
            raise Damaged(f"{path} arrived with another hash than the manifest gives. Try again.")

    def _patiently(self, path, headers):
        """The answer, after waiting for as long as the server says that it is writing the bundle."""
        end = time.monotonic() + self._timeout
        while True:
            try:
                response = self._http.get(path, headers=headers)
            except httpx.HTTPError as problem:
                raise self._away(problem) from None
            wait = response.headers.get("Retry-After", "") if response.status_code in (429, 503) else ""
            if not wait.isdigit() or time.monotonic() > end:
                self._check(response)
                return response
            time.sleep(min(int(wait), LONGEST_WAIT_SECONDS))

    def _check(self, response):
        """Raise what an answer that is no success means."""
        status = response.status_code
        if status in (200, 304):
            return
        words = _message(response)
        if status in (401, 403):
            raise NotAllowed(f"{self.url} refuses the key ({status}). {words}")
        if status == 404:
            raise NotFound(f"{self.url} has no such study, or not for this key (404). {words}")
        if status == 410:
            raise BundleChanged(f"The study has changed meanwhile. {words}")
        if status >= 500 or status == 429:
            raise ServerAway(f"{self.url} cannot answer now ({status}). {words}")
        if 300 <= status < 400:
            raise Refused(f"{self.url} leads on to {response.headers.get('Location', 'nowhere')!r}. Use that address.")
        raise Refused(f"{self.url} answered {status}. {words}")

    def _away(self, problem):
        return ServerAway(f"{self.url} cannot be reached: {problem or type(problem).__name__}. Is the address right?")


def _bundle(study_id):
    return f"/v1/studies/{study_id}/bundle"


def _manifest(response):
    """The manifest; its etag is safe as a file name."""
    try:
        found = response.json()
        is_manifest = found["etag"].isascii() and found["etag"].isalnum() and found["export_schema_version"]
    except (ValueError, KeyError, TypeError, AttributeError):
        is_manifest = False
    if not is_manifest:
        raise Refused(f"{response.url} did not answer with a bundle. Is this the address of an EvalHub server?")
    return found


def _message(response):
    """The server's own words, when the answer is one of EvalHub's errors."""
    try:
        return str(response.json()["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return "Is this the address of an EvalHub server?"
