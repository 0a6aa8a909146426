"""Request bodies: strict JSON only, and objects only; packed by gzip or not."""

import re
import zlib

from django.conf import settings
from rest_framework.parsers import BaseParser

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput, TooLarge, UnsupportedMedia

MOST_VALUES = 20_000  # an empty one takes three bytes of a body and a hundred of memory, and each is validated
ROWS_VALUES = 200_000

_OTHERS = bytes(set(range(256)) - set(b'",[{'))
_TEXT = re.compile(rb'"[^"]*"')


class StrictJsonParser(BaseParser):
    """Reads an `application/json` body into a dict; anything that Postgres or Python could not keep is refused."""

    media_type = "application/json"

    def parse(self, stream, media_type=None, parser_context=None):
        body = read_body(stream, parser_context)
        if not body:
            return {}
        most = parser_context["view"].most_values
        if has_more_values(body, most):
            raise TooLarge(f"The body has more than {most:,} values. Send it in smaller parts.")
        value = strict_json.loads(body)
        if not isinstance(value, dict):
            raise InvalidInput(f"The body is a JSON {type(value).__name__}. Valid: a JSON object.", code="bad_json")
        return value


def has_more_values(body, most):
    """Whether a JSON text has more than `most` values: each ends at a comma or is the first of a list or an object.

    Told without reading it, by searches that take a hundredth of a second for ten megabytes.
    """
    if sum(map(body.count, (b",", b"[", b"{"))) < most:
        return False
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    structure = body.translate(None, _OTHERS)
    # Each text is a value or the name of one. What is left of the others is looked at once.
    return structure.count(b'"') > 4 * most or len(_TEXT.sub(b"", structure)) >= most


def read_body(stream, parser_context):
    """The bytes of a body, unpacked where Content-Encoding is gzip; never more than one request may send."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    encoding = parser_context["request"].META.get("HTTP_CONTENT_ENCODING", "").strip().lower()
    body = _within(limit, stream.read(limit + 1))
    if encoding in ("", "identity"):
        return body
    if encoding != "gzip":
        raise UnsupportedMedia(f"Content-Encoding is {encoding[:40]!r}. Valid: gzip, or none.")
    unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
    try:
        body = _within(limit, unpacker.decompress(body, limit + 1))
    except zlib.error:
        raise InvalidInput("The body is no gzip.", code="bad_gzip") from None
    if not unpacker.eof or unpacker.unused_data:
        raise InvalidInput("The body is no whole gzip, or has more behind it.", code="bad_gzip")
    return body


def _within(limit, body):
    if len(body) > limit:
        raise TooLarge(f"The body is larger than {limit / 2**20:g} MB, the most that one request may send.")
    return body
