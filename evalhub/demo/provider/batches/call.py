"""What the batch wires share: a call, a response, and how rows and moments are written."""

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

WINDOW = 24 * 3600


@dataclass(frozen=True)
class Response:
    """`content` is a JSON value, or bytes as they are; None closes the connection without an answer."""

    status: int
    content: object
    headers: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Call:
    batches: object
    key: str
    found: re.Match
    headers: object
    body: bytes

    def batch(self, wire):
        batch = self.batches.get(self.key, self.found["id"])
        return batch if batch is not None and batch.wire == wire else None


def lost_or(batch, content):
    return Response(0, None) if batch.fault.lost_answer else Response(200, content)


GONE = Response(404, {"error": {"message": "There is no such batch or file.", "type": "not_found_error"}})


def jsonl(rows, batch):
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "replace")
    return text[: len(text) - 40] if batch.fault.cut_last_line else text + b"\n"


def moment(seconds):
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
