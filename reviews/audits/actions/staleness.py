"""Whether an item still reads as it did when a machine judged it."""

import hashlib

from django.db import connection


def content_sha256(item_id):
    """What an answer to the item would be stamped with now: the same expression as where answers are stored."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT encode(sha256(convert_to(concat_ws(chr(31), c.input::text, (
                SELECT string_agg(o.text, chr(31) ORDER BY array_position(i.outputs, o.id))
                FROM datasets_modeloutput o WHERE o.id = ANY (i.outputs)
            )), 'UTF8')), 'hex')
            FROM annotations_taskitem i JOIN datasets_testcase c ON c.id = i.test_case_id WHERE i.id = %s
            """,
            [item_id],
        )
        return cursor.fetchone()[0]


def is_stale(annotation, shown, quotes):
    """Whether the item's texts differ from what was judged, as far as that was kept with the answer or its quotes.

    `quotes` are its Evidence rows, whose source is kept by its hash. One statement, none for an answer without a stamp.
    """
    if annotation.content_sha256 and annotation.content_sha256 != content_sha256(annotation.item_id):
        return True
    now = {part.field: hashlib.sha256(part.text.encode("utf-8", "surrogatepass")).hexdigest() for part in shown.texts()}
    return any(quote.source_sha256 and now.get(quote.field) != quote.source_sha256 for quote in quotes)
