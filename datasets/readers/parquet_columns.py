"""The columns of a Parquet file: their true names, and how DuckDB is asked for their cells and sizes."""

import math
from dataclasses import dataclass

from datasets.columns import Column
from datasets.limits import megabytes
from datasets.readers.base import Unreadable
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext

FIXED_BYTES = 8
SCHEMA_ENTRIES_PER_COLUMN = 20

_INTEGERS = {
    "tinyint", "smallint", "integer", "bigint", "hugeint",
    "utinyint", "usmallint", "uinteger", "ubigint", "uhugeint",
}  # fmt: skip
_FLOATS = {"float", "double"}
_FIXED = _INTEGERS | _FLOATS | {"boolean"}
_TIMESTAMPS = {"timestamp", "timestamp_s", "timestamp_ms", "timestamp_ns"}
_ZONED_TIMESTAMPS = {"timestamp with time zone", "timestamptz_ns"}  # pandas writes dates with a zone as the latter
_TEXT_FORMS = {"date", "time", "time_ns", "time with time zone", "uuid", "interval", "enum", "bit", "bignum"}
_NESTED = {"struct": "object", "map": "object", "list": "array", "array": "array"}


class BadCell(Exception):
    """Why a cell cannot be kept."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class ParquetColumn:
    """`value`, `size` (bytes) and `suspect` (the cell needs `kept`) are SQL over `alias`, free of the file's names.

    `form` is how a cell arrives: as it is to be kept ("plain"), as lists and dicts ("nested") or as JSON text ("json").
    `reason` is why it is not read at all.
    """

    name: str
    alias: str
    type: str = ""
    value: str = ""
    size: str = ""
    suspect: str = "false"
    form: str = "plain"
    reason: str = ""

    def declared(self):
        return Column(self.name, self.type)

    def kept(self, cell, limits):
        """The cell as JSON knows it; BadCell when it breaks a rule."""
        if isinstance(cell, float) and not math.isfinite(cell):
            text = gettext("The number is %(number)s. Use null for a value that is missing.")
            raise BadCell(text % {"number": cell})
        text = cell
        if self.form == "nested" and cell is not None:
            text = _checked(strict_json.dumps, cell)
        if isinstance(text, str):
            if "\0" in text:
                raise BadCell(gettext("The text contains a NUL character."))
            if len(text.encode()) > limits.cell_bytes:
                text = gettext("The cell is larger than %(most)s.")
                raise BadCell(text % {"most": megabytes(limits.cell_bytes)})
            if self.form == "json":
                return _checked(strict_json.loads, text)
        return cell


def columns_of(connection, path, *, limits):
    """[ParquetColumn] in file order, binary and unknown types with a reason; Unreadable for endless schemas."""
    names = _true_names(connection, path, limits)
    described = connection.execute("SELECT * FROM read_parquet(?, hive_partitioning = false) LIMIT 0", [str(path)])
    types = [entry[1] for entry in described.description]
    if len(types) != len(names):
        raise Unreadable(gettext("The file's schema cannot be read."))
    return [_column(name, f"c{place}", type_) for place, (name, type_) in enumerate(zip(names, types, strict=True))]


def _true_names(connection, path, limits):
    """Top-level names as the file has them: DuckDB renames those that differ only in case."""
    entries = connection.execute("SELECT count(*) FROM parquet_schema(?)", [str(path)]).fetchone()[0]
    if entries > limits.columns * SCHEMA_ENTRIES_PER_COLUMN:
        text = gettext("The file's schema has %(n)s entries. At most %(most)s columns are read.")
        raise Unreadable(text % {"n": f"{entries:,}", "most": f"{limits.columns:,}"})
    query = "SELECT name, num_children FROM parquet_schema(?)"
    schema = iter(connection.execute(query, [str(path)]).fetchall())
    _, top_level = next(schema)
    names = []
    for _ in range(top_level or 0):
        name, below = next(schema)
        names.append(name)
        while below:
            _, children = next(schema)
            below += (children or 0) - 1
    return names


def _column(name, alias, type_):
    kind = type_.id
    if str(type_) == "JSON":
        return ParquetColumn(name, alias, "mixed", alias, f"strlen({alias})", form="json")
    if kind == "varchar":
        return ParquetColumn(name, alias, "string", alias, f"strlen({alias})", f"contains({alias}, chr(0))")
    if kind in _FIXED:
        suspect = f"NOT isfinite({alias})" if kind in _FLOATS else "false"
        fixed = "boolean" if kind == "boolean" else "integer" if kind in _INTEGERS else "number"
        return ParquetColumn(name, alias, fixed, alias, str(FIXED_BYTES), suspect)
    if kind in _NESTED:
        # Texts and numbers inside are taken as they come; anything else as JSON text, which costs six times the memory.
        reason = _problem_inside(type_)
        if reason:
            return ParquetColumn(name, alias, reason=reason)
        size = _size(alias, type_)
        if size:
            return ParquetColumn(name, alias, _NESTED[type_.id], alias, size, form="nested")
        text = f"CAST(to_json({alias}) AS VARCHAR)"
        return ParquetColumn(name, alias, _NESTED[type_.id], text, f"strlen({text})", form="json")
    return _as_text(name, alias, type_)


def _size(value, type_, depth=0):
    """SQL for the bytes in a nested value, or "" when it holds more than structs, lists, texts, numbers, booleans."""
    if str(type_) == "JSON":
        return ""
    if type_.id == "varchar":
        return f"coalesce(strlen({value}), 0)"
    if type_.id in _FIXED:
        return str(FIXED_BYTES)
    if type_.id == "list":
        item = f"x{depth}"
        inner = _size(item, type_.children[0][1], depth + 1)
        return inner and f"coalesce(list_sum(list_transform({value}, lambda {item}: {inner} + {FIXED_BYTES})), 0)"
    if type_.id == "struct":
        fields = enumerate(type_.children, start=1)
        sizes = [_size(f"struct_extract_at({value}, {place})", child, depth) for place, (_, child) in fields]
        return f"({' + '.join(sizes)})" if all(sizes) else ""
    return ""


def _as_text(name, alias, type_):
    text = f"CAST({alias} AS VARCHAR)"
    if type_.id in _TIMESTAMPS | _ZONED_TIMESTAMPS:
        # DuckDB, whose zone is UTC here, ends a timestamp with a zone on +00.
        text = f"replace({text}, ' ', 'T')" + (" || ':00'" if type_.id in _ZONED_TIMESTAMPS else "")
        return ParquetColumn(name, alias, "string", text, f"strlen({text})")
    if type_.id == "decimal":
        scale = dict(type_.children)["scale"]
        return ParquetColumn(name, alias, "number" if scale else "integer", text, f"strlen({text})")
    if type_.id in _TEXT_FORMS:
        return ParquetColumn(name, alias, "string", text, f"strlen({text})")
    return ParquetColumn(name, alias, reason=_problem_inside(type_) or _unsupported(type_.id))


def _problem_inside(type_, depth=1):
    """Why values of a type cannot be kept, or ""."""
    if type_.id == "blob":
        return gettext("Binary values are not supported.")
    if type_.id not in _NESTED:
        return ""
    if depth > strict_json.MAX_DEPTH:
        return gettext("The values are nested deeper than %(most)s levels.") % {"most": strict_json.MAX_DEPTH}
    # The length of a fixed list is listed among its children.
    inside = (_problem_inside(child, depth + 1) for _, child in type_.children if hasattr(child, "id"))
    return next(filter(None, inside), "")


def _unsupported(type_id):
    return gettext("Values of the type %(type)s are not supported.") % {"type": type_id}


def _checked(step, value):
    try:
        return step(value)
    except strict_json.BadJson as problem:
        raise BadCell(problem.message) from None
