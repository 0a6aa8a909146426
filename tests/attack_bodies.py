"""Small requests that once cost seconds and hundreds of megabytes, and what it costs to read each of them.

`python -m tests.attack_bodies` prints {name: [CPU seconds, megabytes]}. A fork reads each, so that none finds
memory that another one left.
"""

import contextlib
import gzip
import io
import json
import os
import resource
import time

import django
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.wsgi import WSGIRequest

django.setup()

from datasets.api import traces  # noqa: E402
from datasets.spans import attributes_of  # noqa: E402
from evalhub import request_checks  # noqa: E402
from evalhub.lib.errors import EvalHubError  # noqa: E402
from evalhub.lib.processes import memory  # noqa: E402

N = 4_600_000
MANY = b"\x0a\x00" * N  # so many empty messages in field 1
UNPACKED = 10 * 2**20 - 1000


def field(number, content):
    """A field of Protobuf that holds a text or a message."""
    size, length = len(content), b""
    while size > 127:
        length, size = length + bytes([size & 127 | 128]), size >> 7
    return bytes([number << 3 | 2]) + length + bytes([size]) + content


def inside(content, *numbers):
    for number in reversed(numbers):
        content = field(number, content)
    return content


def filled(start, part, end, size=UNPACKED):
    return start + part * ((size - len(start) - len(end)) // len(part)) + end


ATTRIBUTES = b'{"resourceSpans":[{"resource":{"attributes":['
PROTOBUF, JSON, FORM = "application/x-protobuf", "application/json", request_checks.FORM
MULTIPART = "multipart/form-data; boundary=b"
PART = b"--b\r\nContent-Disposition: form-data" + b";a=1" * 230 + b'; name="x"\r\n\r\nx\r\n'
BODIES = {
    "values in a list": (PROTOBUF, inside(MANY, 1, 2, 2, 9, 2, 5)),
    "attributes of a resource": (PROTOBUF, inside(MANY, 1, 1)),
    "attributes of an event": (PROTOBUF, inside(b"\x1a\x00" * N, 1, 2, 2, 11)),
    "unknown fields of a span": (PROTOBUF, inside(b"\xa0\x06\x00" * (N // 2), 1, 2, 2)),
    "spans": (PROTOBUF, inside(b"\x12\x00" * N, 1, 2)),
    "as many attributes as may be": (PROTOBUF, inside(b"\x0a\x00" * 499_000, 1, 1)),
    "attributes of a resource in JSON": (JSON, filled(ATTRIBUTES, b'{"key":"a"},', b"{}]}}]}")),
    "values in a list in JSON": (
        JSON,
        filled(ATTRIBUTES + b'{"value":{"arrayValue":{"values":[', b"{},", b"{}]}}}]}}]}"),
    ),
    "names": (JSON, b'{"a":{' + b",".join(b'"%x":0' % n for n in range(1_000_000)) + b"}}"),
    "depth": (JSON, b'{"a":' + b"[" * 5_000_000),
    "commas in a text": (JSON, filled(b'{"a":["', b'\\",[{', b'"]}')),
    "as many values as may be": (JSON, filled(ATTRIBUTES, b'"a",', b"{}]}}]}", size=399_000)),
    "parts": (MULTIPART, filled(b"", PART, b"--b--\r\n")),
    "escapes": (FORM, filled(b"a=", b"%41", b"")),
}


def read(kind, body):
    """What the API or a page makes of it before the database is asked."""
    environment = {"REQUEST_METHOD": "POST", "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    request = WSGIRequest(environment | {"CONTENT_TYPE": kind, "HTTP_CONTENT_ENCODING": "gzip"})
    if kind in (FORM, MULTIPART):
        return request_checks.refuse_bad(lambda request: None)(request) or request.POST
    view = traces.Traces()
    parser = next(each for each in view.get_parsers() if each.media_type == kind)
    found = parser.parse(request, kind, {"view": view, "request": request})
    export = found if kind == PROTOBUF else traces._of_json(found)
    return [attributes_of(each.resource.attributes) for each in export.resource_spans]


def cost(kind, body):
    """[CPU seconds, megabytes more at the most] of reading it in a fork, whatever comes of it."""
    memory.trim()
    reading, writing = os.pipe()
    if not os.fork():
        before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        with contextlib.suppress(EvalHubError, TooManyFieldsSent):
            read(kind, body)
        seconds, after = time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        os.write(writing, json.dumps([seconds, (after - before) / 1024]).encode())
        os._exit(0)
    os.wait()
    return json.loads(os.read(reading, 1000))


if __name__ == "__main__":
    packed = {
        name: (kind, gzip.compress(body, 1) if kind in (PROTOBUF, JSON) else body)
        for name, (kind, body) in BODIES.items()
    }
    print(json.dumps({name: cost(*given) for name, given in packed.items()}))
