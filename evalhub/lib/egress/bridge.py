"""The calls of `asynchronous` behind httpx's interface, for libraries that take a client."""

import httpx

from evalhub.lib.egress import asynchronous

_OURS = frozenset({"host", "accept-encoding", "content-length", "connection", "transfer-encoding"})
_UNPACKED = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class Transport(httpx.AsyncBaseTransport):
    """`limits()` gives (seconds, most_bytes) of a call. What is lost is no ConnectError: libraries repeat those."""

    def __init__(self, http, limits):
        self._http, self._limits = http, limits

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        seconds, most_bytes = self._limits()
        headers = {name: value for name, value in request.headers.items() if name not in _OURS}
        try:
            answer = await self._http.send(
                request.method,
                str(request.url),
                headers=headers,
                content=await request.aread(),
                seconds=seconds,
                most_bytes=most_bytes,
            )
        except asynchronous.DeadlinePassed as error:
            raise httpx.ReadTimeout("The call took longer than it may.", request=request) from error
        except (*asynchronous.FAILURES, asynchronous.TooLarge, asynchronous.Undecodable) as error:
            raise httpx.ReadError(type(error).__name__, request=request) from error
        kept = {name: value for name, value in answer.headers.items() if name not in _UNPACKED}
        return httpx.Response(answer.status_code, headers=kept, content=answer.content, request=request)
