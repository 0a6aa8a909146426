"""JSON Lines: one object per line."""

from datasets.columns import ColumnTypes
from datasets.limits import megabytes
from datasets.readers import registry
from datasets.readers.base import Reader, Row, check_cells
from datasets.readers.content import BLANKS
from datasets.readers.lines import lines
from datasets.readers.objects import problem_with_row
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _


@registry.register("JSONL")
class JsonlReader(Reader):
    """A row is a line, split on \\n only; empty lines may only stand at the end. A bad line costs only itself."""

    title = "JSONL"
    extensions = ("jsonl", "ndjson")

    @classmethod
    def problem_with_text(cls, start):
        is_list = start.lstrip(BLANKS)[:1] == b"["
        text = _("The file is not JSON Lines: it starts with [. Name it *.json if it is one list of objects.")
        return text if is_list else ""

    def rows(self, file):
        self.types = ColumnTypes(self.limits)
        loads, most, large, blank = strict_json.loads, self.limits.row_bytes, self.limits.cell_bytes, 0
        for number, line in enumerate(lines(file, most=most), start=1):
            if line.isspace():
                blank = blank or number
                continue
            if blank:
                self.refuse(blank, _("The line is empty. Each line must be one JSON object."))
                blank = 0
            if len(line) > most:
                self.refuse(number, _("The line is longer than %(most)s.") % {"most": megabytes(most)})
                continue
            try:
                values = loads(line, allow_bom=number == 1)
            except strict_json.BadJson as problem:
                self.refuse(number, problem.message)
                continue
            if type(values) is not dict or not values:
                self.refuse(number, problem_with_row(values))
            elif len(line) <= large or check_cells(self, number, values):
                yield Row(number, values)
