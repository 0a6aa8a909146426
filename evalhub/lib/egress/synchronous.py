"""httpx clients for threads: checked addresses, a deadline for a whole call, nothing followed or repeated."""

import contextlib
import socket
import time
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

import httpcore
import httpx

from evalhub.lib.egress.asynchronous import certificates
from evalhub.lib.egress.hosts import checked, proxy_of

TIMEOUT = httpx.Timeout(120, connect=10)
_ENDS_AT = ContextVar("ends_at", default=None)


def new_client(**options: Any) -> httpx.Client:
    """An httpx.Client that connects to checked addresses only; redirects are answers."""
    return httpx.Client(timeout=TIMEOUT, follow_redirects=False, trust_env=False, transport=Transport(), **options)


def ending_in(seconds: float) -> dict[str, float]:
    """`extensions` of a request that ends after so many seconds, also where bytes still drip in."""
    return {"ends_at": time.monotonic() + seconds}


class Transport(httpx.BaseTransport):
    """httpcore's pool behind httpx's interface, by the operator's proxies where there are some."""

    def __init__(self):
        self._pools = {}

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        with _call(request):
            port = url.port or (443 if url.scheme == "https" else 80)
            proxy = proxy_of(url.scheme, url.host, port)
            if proxy not in self._pools:
                self._pools[proxy] = _new_pool(proxy)
            response = self._pools[proxy].handle_request(
                httpcore.Request(
                    method=request.method,
                    headers=request.headers.raw,
                    content=request.stream,
                    url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                    extensions=request.extensions,
                )
            )
        return httpx.Response(
            response.status,
            headers=response.headers,
            stream=_Body(response.stream, request),
            extensions=response.extensions,
        )

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


def _new_pool(proxy):
    options = {
        "ssl_context": certificates(),
        "retries": 0,
        "network_backend": _Backend(is_checked=proxy is None),
        "max_connections": 100,
        "max_keepalive_connections": 20,
        "keepalive_expiry": 5.0,
    }
    if proxy is None:
        return httpcore.ConnectionPool(**options)
    parts = urlsplit(proxy)
    auth = (parts.username, parts.password or "") if parts.username else None
    url = f"{parts.scheme}://{parts.hostname}:{parts.port or 80}"
    return httpcore.HTTPProxy(proxy_url=url, proxy_auth=auth, **options)


class _Body(httpx.SyncByteStream):
    def __init__(self, stream, request):
        self._stream, self._request = stream, request

    def __iter__(self):
        parts, part = iter(self._stream), None
        while part != b"":
            with _call(self._request):
                part = next(parts, b"")
            yield part

    def close(self):
        self._stream.close()


@contextlib.contextmanager
def _call(request):
    """A step of a request, up to its end, with httpcore's exceptions as those of the same name of httpx."""
    token = _ENDS_AT.set(request.extensions.get("ends_at"))
    try:
        yield
    except (
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.TimeoutException,
        httpcore.ProxyError,
        httpcore.UnsupportedProtocol,
    ) as error:
        raise getattr(httpx, type(error).__name__)(str(error), request=request) from error
    finally:
        _ENDS_AT.reset(token)


class _Backend(httpcore.NetworkBackend):
    """Resolves a name once and connects to what was checked; a proxy is the operator's own."""

    def __init__(self, *, is_checked):
        self._plain, self._is_checked = httpcore.SyncBackend(), is_checked

    def connect_tcp(self, host, port, timeout=None, local_address=None, socket_options=None):
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError(str(error)) from error
        addresses = checked(host, port, found) if self._is_checked else [str(found[0][4][0])]
        problem = httpcore.ConnectError("The name has no address.")
        for address in addresses:
            try:
                return _Stream(self._plain.connect_tcp(address, port, _left(timeout), local_address, socket_options))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                problem = error
        raise problem


class _Stream(httpcore.NetworkStream):
    def __init__(self, plain):
        self._plain = plain

    def read(self, max_bytes, timeout=None):
        return self._plain.read(max_bytes, _left(timeout))

    def write(self, buffer, timeout=None):
        self._plain.write(buffer, _left(timeout))

    def close(self):
        self._plain.close()

    def start_tls(self, ssl_context, server_hostname=None, timeout=None):
        return _Stream(self._plain.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info):
        return self._plain.get_extra_info(info)


def _left(timeout):
    """A timeout in seconds that does not pass the end of the call."""
    end = _ENDS_AT.get()
    if end is None:
        return timeout
    left = end - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("The call took longer than it may.")
    return left if timeout is None else min(timeout, left)
