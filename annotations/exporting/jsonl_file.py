"""One JSON object per line."""

from annotations.exporting import registry
from evalhub.lib import strict_json


class LineWriter:
    def __init__(self, out):
        self.out = out

    def row(self, mapping):
        self.out.write(strict_json.dumps(mapping).encode() + b"\n")

    def close(self):
        """Nothing follows the last line."""


@registry.register("JSONL")
class JsonLines:
    extension = "jsonl"
    content_type = "application/x-ndjson"

    def writer(self, out, columns):
        return LineWriter(out)
