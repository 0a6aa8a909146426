"""One JSON list of objects, an object per line."""

from annotations.exports.formats import Format, json_text, registry
from evalhub.lib.translation import gettext_noop


class ListWriter:
    def __init__(self, out):
        self.out = out
        self.separator = b"[\n"

    def row(self, row):
        self.out.write(self.separator + json_text(row).encode())
        self.separator = b",\n"

    def close(self):
        self.out.write(b"[]\n" if self.separator == b"[\n" else b"\n]\n")


@registry.register("JSON")
class JsonList(Format):
    title = gettext_noop("JSON, one list")
    extension = "json"
    content_type = "application/json"

    def writer(self, out, columns):
        return ListWriter(out)
