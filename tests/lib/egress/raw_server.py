"""A server on loopback that answers with the bytes of a test: `async with serving(bytes or function) as server`."""

import asyncio
import threading
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field


@dataclass
class Server:
    """`connections` counts those that came, `asked` are the heads of requests."""

    port: int = 0
    connections: int = 0
    asked: list = field(default_factory=list)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/v1/chat/completions"


def answer(body=b"{}", status="200 OK", **headers):
    named = {"content-length": len(body), **{name.replace("_", "-"): value for name, value in headers.items()}}
    head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body


async def drip(writer, n=10_000):
    """A head, and then one byte after the other for much longer than a test may take."""
    writer.write(f"HTTP/1.1 200 OK\r\ncontent-length: {n}\r\n\r\n".encode())
    for _ in range(n):
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.01)


async def drip_head(writer, n=10_000):
    writer.write(b"HTTP/1.1 200 OK\r\nx: ")
    for _ in range(n):
        writer.write(b"a")
        await writer.drain()
        await asyncio.sleep(0.01)


async def hang(writer):
    await asyncio.get_running_loop().create_future()


async def reset(writer):
    writer.transport.abort()


async def cut_off(writer):
    writer.write(answer(b'{"choices": [' + b" " * 500)[:-200])
    writer.close()


@asynccontextmanager
async def serving(respond):
    """`respond` is what every request is answered with, or a coroutine function of the StreamWriter."""
    server, tasks = Server(), set()

    async def serve(reader, writer):
        server.connections += 1
        tasks.add(asyncio.current_task())
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
                server.asked.append((head, await reader.readexactly(int(lengths[0][15:]) if lengths else 0)))
                if isinstance(respond, bytes):
                    writer.write(respond)
                    await writer.drain()
                else:
                    await respond(writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def beside(respond):
    """`serving` in a thread of its own."""
    loop, ready, found = asyncio.new_event_loop(), threading.Event(), {}

    async def serve():
        async with serving(respond) as server:
            found["server"], found["ended"] = server, asyncio.Event()
            ready.set()
            await found["ended"].wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait(20)
    try:
        yield found["server"]
    finally:
        loop.call_soon_threadsafe(found["ended"].set)
        thread.join()
        loop.close()
