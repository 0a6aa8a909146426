"""A table with one row per judgement: as narrow however many questions a form has."""

from annotations.exports.formats import LONG, Format, registry
from annotations.exports.formats.csv_file import SheetWriter
from evalhub.lib.translation import gettext_noop


@registry.register("CSV_LONG")
class LongTable(Format):
    title = gettext_noop("CSV, a row per judgement")
    extension = "csv"
    content_type = "text/csv; charset=utf-8"
    shape = LONG

    def writer(self, out, columns):
        return SheetWriter(out, columns)
