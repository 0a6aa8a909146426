"""HTTP on an event loop: checked addresses, one deadline and one size for a whole call, nothing followed or repeated.

The connections are httpx's own (httpcore); its client and its pool, which take several times the CPU, are left out.
"""

import asyncio
import functools
import socket
import ssl
import zlib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpcore

from evalhub.lib.egress.hosts import checked, proxy_of

CONNECT_SECONDS = 10.0
KEPT_SECONDS = 30.0  # an idle connection is used again for so long
BUFFERED_BYTES = 256 * 1024  # more of an answer is not read ahead
_PACKED = {"gzip": 31, "x-gzip": 31, "deflate": 47}
FAILURES = (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, httpcore.ProxyError, OSError)


class DeadlinePassed(Exception):
    """A call took longer than it may, however busy its connection was."""


class TooLarge(Exception):
    """An answer holds more bytes than it may."""


class Undecodable(Exception):
    """An answer is packed in a way that nobody asked for, or not at all in the way it says."""


@dataclass(frozen=True)
class Answer:
    """`headers` by their names in lowercase."""

    status_code: int
    headers: dict
    content: bytes


class AsyncHttp:
    """Calls on one event loop. Connections are kept for the next call to the same place."""

    def __init__(self):
        self._idle = defaultdict(list)
        self._place = functools.lru_cache(maxsize=1000)(_Destination.of)
        self._proxies = {}

    async def send(
        self, method: str, url: str, *, headers: Mapping[str, str], content: bytes, seconds: float, most_bytes: int
    ) -> Answer:
        """The Answer, whatever its status; or DeadlinePassed, TooLarge, Undecodable or one of FAILURES."""
        deadline = asyncio.timeout(seconds)
        try:
            async with deadline:
                return await self._exchange(self._place(url), method, headers, content, most_bytes)
        except TimeoutError:
            if deadline.expired():
                raise DeadlinePassed(seconds) from None
            raise

    async def aclose(self) -> None:
        """Close the connections that are kept; those of calls under way close with them."""
        for connection in [each for idle in self._idle.values() for each in idle]:
            connection.close_now()
        self._idle.clear()
        for pool in self._proxies.values():
            await pool.aclose()
        self._proxies.clear()

    async def _exchange(self, place, method, headers, content, most_bytes):
        connection = await self._connection(place)
        try:
            response = await connection.handle_async_request(place.request(method, headers, content))
            answer = await _read(response, most_bytes)
        except BaseException:
            if place.proxy is None:
                connection.close_now()
            raise
        if place.proxy is None and connection.is_idle():
            self._idle[place].append(connection)
        return answer

    async def _connection(self, place):
        if place.proxy is not None:
            return self._proxied(place.proxy)
        idle = self._idle[place]
        while idle:
            connection = idle.pop()
            if not connection.has_expired():
                return connection
            connection.close_now()
        return _Connection(place, await _connect(place))

    def _proxied(self, proxy):
        if proxy not in self._proxies:
            parts = urlsplit(proxy)
            auth = (parts.username, parts.password or "") if parts.username else None
            url = f"{parts.scheme}://{parts.hostname}:{parts.port or 80}"
            self._proxies[proxy] = httpcore.AsyncHTTPProxy(
                proxy_url=url,
                proxy_auth=auth,
                ssl_context=certificates(),
                max_connections=None,
                max_keepalive_connections=20,
                keepalive_expiry=KEPT_SECONDS,
                retries=0,
            )
        return self._proxies[proxy]


@dataclass(frozen=True)
class _Destination:
    """Where a call goes: its URL without the path is what connections are kept by."""

    scheme: str
    host: str
    port: int
    proxy: str | None
    url: httpcore.URL

    def __eq__(self, other):
        return (self.scheme, self.host, self.port) == (other.scheme, other.host, other.port)

    def __hash__(self):
        return hash((self.scheme, self.host, self.port))

    @classmethod
    def of(cls, url):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise httpcore.UnsupportedProtocol("Calls go to http and https addresses.")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return cls(parts.scheme, parts.hostname, port, proxy_of(parts.scheme, parts.hostname, port), httpcore.URL(url))

    def request(self, method, headers, content):
        host = self.url.host if self.url.port is None else b"%s:%d" % (self.url.host, self.url.port)
        sent = [(b"host", host), (b"accept-encoding", b"gzip, deflate"), (b"content-length", b"%d" % len(content))]
        sent += [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
        return httpcore.Request(method, self.url, headers=sent, content=content)


class _Connection(httpcore.AsyncHTTP11Connection):
    """One connection of HTTP/1.1, which can also be closed at once."""

    def __init__(self, place, stream):
        super().__init__(place.url.origin, stream, keepalive_expiry=KEPT_SECONDS)
        self.close_now = stream.close


class _Stream(asyncio.Protocol, httpcore.AsyncNetworkStream):
    """Bytes to and from a socket. It knows no timeouts: the deadline of the call ends every wait."""

    def __init__(self):
        self._loop = asyncio.get_running_loop()
        self._transport: Any = None  # an asyncio.Transport once there is a connection
        self._waiter, self._error = None, None
        self._data, self._ended = bytearray(), False
        self._writable = asyncio.Event()
        self._writable.set()

    def connection_made(self, transport):
        self._transport = transport

    def data_received(self, data):
        self._data += data
        if len(self._data) > BUFFERED_BYTES:
            self._transport.pause_reading()
        self._wake()

    def eof_received(self):
        self._ended = True
        self._wake()

    def connection_lost(self, error):
        self._ended, self._error = True, error
        self._writable.set()
        self._wake()

    def pause_writing(self):
        self._writable.clear()

    def resume_writing(self):
        self._writable.set()

    def _wake(self):
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def read(self, max_bytes, timeout=None):
        if not self._data and not self._ended:
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        if not self._data and self._error is not None:
            raise httpcore.ReadError(str(self._error))
        taken = bytes(self._data[:max_bytes])
        del self._data[:max_bytes]
        if not self._ended and not self._transport.is_reading() and len(self._data) < BUFFERED_BYTES:
            self._transport.resume_reading()
        return taken

    async def write(self, buffer, timeout=None):
        if self._transport.is_closing():
            raise httpcore.WriteError("The connection is closed.")
        self._transport.write(buffer)
        await self._writable.wait()

    def close(self):
        if self._transport is not None:
            self._transport.abort()

    async def aclose(self):
        self.close()

    def get_extra_info(self, info):
        """Whether an idle connection has something to say: it was closed, or nobody knows what for."""
        return self._ended or bool(self._data) if info == "is_readable" else None


async def _connect(place):
    """A _Stream to the first address that answers. The name is resolved once, and what it led to is checked."""
    limit = asyncio.timeout(CONNECT_SECONDS)
    try:
        async with limit:
            return await _first(place)
    except TimeoutError:
        if limit.expired():
            raise httpcore.ConnectTimeout(f"No connection after {CONNECT_SECONDS:g} seconds.") from None
        raise


async def _first(place):
    loop = asyncio.get_running_loop()
    tls: dict[str, Any] = {"ssl": certificates(), "server_hostname": place.host} if place.scheme == "https" else {}
    found = await loop.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    error = httpcore.ConnectError("The name has no address.")
    for address in checked(place.host, place.port, found):
        try:
            _transport, stream = await loop.create_connection(_Stream, address, place.port, **tls)
            return stream
        except OSError as problem:
            error = problem
    raise error


async def _read(response, most_bytes):
    headers = {name.decode("ascii").lower(): value.decode("latin-1") for name, value in response.headers}
    parts, size = [], 0
    try:
        async for part in response.aiter_stream():
            size += len(part)
            if size > most_bytes:
                raise TooLarge(most_bytes)
            parts.append(part)
    finally:
        await response.aclose()
    return Answer(response.status, headers, unpacked(b"".join(parts), headers, most_bytes))


def unpacked(content: bytes, headers: Mapping[str, str], most_bytes: int) -> bytes:
    """The bytes of an answer without its compression, which may not make more of them than are allowed."""
    packing = headers.get("content-encoding", "identity").strip().lower()
    if packing in ("", "identity"):
        return content
    if packing not in _PACKED:
        raise Undecodable(packing)
    reader = zlib.decompressobj(_PACKED[packing])
    try:
        found = reader.decompress(content, most_bytes + 1)
    except zlib.error as error:
        raise Undecodable(packing) from error
    if len(found) > most_bytes:
        raise TooLarge(most_bytes)
    if not reader.eof:
        raise Undecodable(packing)
    return found


@functools.cache
def certificates() -> ssl.SSLContext:
    """Reading them takes longer than most calls: once for all connections of this process."""
    import httpx

    return httpx.create_ssl_context()
