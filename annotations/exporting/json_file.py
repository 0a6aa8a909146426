"""One JSON list of objects, an object per line."""

from annotations.exporting import registry
from evalhub.lib import strict_json


class ListWriter:
    def __init__(self, out):
        self.out = out
        self.separator = b"[\n"

    def row(self, mapping):
        self.out.write(self.separator + strict_json.dumps(mapping).encode())
        self.separator = b",\n"

    def close(self):
        self.out.write(b"[]\n" if self.separator == b"[\n" else b"\n]\n")


@registry.register("JSON")
class JsonList:
    extension = "json"
    content_type = "application/json"

    def writer(self, out, columns):
        return ListWriter(out)
