"""A provider that costs next to nothing: each chat completion comes after 50 ms and fits the form it was asked about.

python -m benchmarks.fake_provider     prints its port and serves until it is killed
"""

import asyncio
import json
import re
import socket

DELAY_SECONDS = 0.05
REFERENCE = re.compile(rb"Case reference: (\w+)")
PROPERTY = re.compile(rb'\\?"(q\d+_\w+|\w+_(?:value|justification|quotes|confidence|abstained))\\?"')
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
SAID = {
    "value": "correct",
    "justification": "It agrees with what is asked.",
    "quotes": [],
    "confidence": 0.8,
    "abstained": False,
}


class Provider(asyncio.Protocol):
    """HTTP/1.1 with kept connections, as much of it as clients of a chat completion need."""

    def connection_made(self, transport):
        self._transport, self._seen = transport, b""

    def data_received(self, data):
        self._seen += data
        head, separator, rest = self._seen.partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(found.group(1)) if (found := LENGTH.search(head)) else 0
        if len(rest) < length:
            return
        body, self._seen = rest[:length], rest[length:]
        asyncio.get_running_loop().call_later(DELAY_SECONDS, self._answer, body)

    def _answer(self, body):
        if not self._transport.is_closing():
            answer = completion(body)
            head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(answer)}\r\n\r\n"
            self._transport.write(head.encode() + answer)


def completion(body):
    """The bytes of an OpenAI answer to the bytes of a request: each property of the form, and the case reference."""
    reference = REFERENCE.search(body)
    answer = {name.decode(): SAID[name.decode().rpartition("_")[2]] for name in PROPERTY.findall(body)}
    answer["case_ref"] = reference.group(1).decode() if reference else ""
    message = {"role": "assistant", "content": json.dumps(answer)}
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "fake",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 300, "completion_tokens": 60, "total_tokens": 360},
        }
    ).encode()


async def serve():
    loop = asyncio.get_running_loop()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = await loop.create_server(Provider, sock=listening, backlog=512)
    print(listening.getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())
