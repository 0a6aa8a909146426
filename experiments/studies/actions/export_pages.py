"""A table of a study's bundle page by page: all pages of one walk are of the same snapshot."""

import json
import os
from itertools import islice

from django.core import signing
from django.utils.translation import gettext as _

from evalhub.api.paging import ListPage
from evalhub.lib.errors import InvalidInput
from experiments.studies.actions import exports

SALT = "experiments.study-export-cursor"


def found(*, study, table, cursor):
    """(Bundle, place) where a cursor leads to.

    InvalidInput for a cursor of another study or table, or of no page at all; Gone when its snapshot was removed.
    """
    try:
        study_id, etag, of_table, place = signing.loads(cursor, salt=SALT)
    except signing.BadSignature:
        raise _bad(cursor) from None
    if (study_id, of_table) != (str(study.pk), table):
        raise _bad(cursor)
    return exports.bundle_named(study=study, etag=etag), place


def read(*, study, table, bundle, place, limit):
    """The ListPage of at most `limit` rows from `place` on, which counts the bytes of the table's lines, from 0."""
    with exports.open_table(bundle=bundle, table=table, suffix="jsonl") as file:
        file.seek(place)
        lines = list(islice(file, limit))
        after, end = place + sum(map(len, lines)), file.seek(0, os.SEEK_END)
    return ListPage(
        rows=[json.loads(line) for line in lines],
        total=bundle.manifest["counts"][table],
        has_more=after < end,
        next=signing.dumps([str(study.pk), bundle.etag, table, after], salt=SALT) if after < end else None,
    )


def _bad(cursor):
    words = _("The cursor is %(cursor)s. Valid: `next` of the page before, or none for the first page.")
    return InvalidInput(words % {"cursor": repr(cursor[:40])}, code="bad_cursor")
