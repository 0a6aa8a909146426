"""A list as a CSV file: all rows that are asked for, in the order and with the columns that are shown."""

from datetime import date

from django.http import StreamingHttpResponse

from evalhub.lib import orders, spreadsheet
from evalhub.lists import address

ROWS = 500  # read at once; no more of them are in memory


def csv_response(declared, chosen):
    columns = [column for column in declared.columns if column.key in chosen.columns and column.in_file]
    lines = spreadsheet.csv_lines([column.key for column in columns], _rows(declared, chosen, columns))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{declared.key}.csv"'
    return response


def _rows(declared, chosen, columns):
    rows, keys = address.order_of(declared, chosen, address.narrowed(declared, chosen))
    behind = None
    while True:
        found = declared.first(declared.part(rows, keys, behind), chosen, ROWS)
        declared.load(found)
        for row in found:
            yield {column.key: _plain(column.read(row)) for column in columns}
        if len(found) < ROWS:
            return
        behind = orders.values_of(keys, orders.cursor_of(keys, found[-1]))


def _plain(value):
    if value is None or isinstance(value, bool | int | float | dict | list):
        return value
    return value.isoformat() if isinstance(value, date) else str(value)
