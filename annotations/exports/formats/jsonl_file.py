"""One JSON object per line."""

from annotations.exports.formats import Format, json_text, registry
from evalhub.lib.translation import gettext_noop


class LineWriter:
    def __init__(self, out):
        self.out = out

    def row(self, row):
        self.out.write(json_text(row).encode() + b"\n")

    def close(self):
        """Nothing follows the last line."""


@registry.register("JSONL")
class JsonLines(Format):
    title = gettext_noop("JSONL, one row per line")
    extension = "jsonl"
    content_type = "application/x-ndjson"

    def writer(self, out, columns):
        return LineWriter(out)
