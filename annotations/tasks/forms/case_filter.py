"""Which cases a task takes: rows of a field, a comparison and values of the data, from the JSON of the API and back."""

from django import forms
from django.utils.translation import gettext as _

from datasets import filters
from datasets.actions import cases
from datasets.columns import is_number
from datasets.views.case_filter import COMPARISONS, typed_value
from evalhub.lib import foreign_values, strict_json
from evalhub.lib.errors import EvalHubError

MOST_LISTED = 20  # different values that are offered as boxes


class FilterRows(forms.Widget):
    """`rows` hold field, op and values as they were chosen; `json` is a filter that rows cannot show."""

    def value_from_datadict(self, data, files, name):
        count = data.get(f"{name}-rows", "0")
        count = min(int(count), filters.MAX_FIELDS) if count.isascii() and count.isdigit() and len(count) < 4 else 0
        rows = [_row(data, f"{name}-{index}") for index in range(count)]
        return {"rows": rows, "json": data.get(name, "")}


class FilterField(forms.Field):
    """Cleaned, the filter as the API takes it. `columns` is {metadata field: type} of the version."""

    widget = FilterRows
    columns: dict = {}

    def clean(self, value):
        if value["json"].strip():
            return _read(value["json"])
        found = {}
        for row in value["rows"]:
            if row["field"]:
                typed = [_typed(text, self.columns.get(row["field"], "string")) for text in row["values"]]
                found.setdefault(row["field"], {})[row["op"]] = typed
        return {field: _comparisons(parts) for field, parts in found.items()}


def of_filter(chosen):
    """What FilterRows hold of a filter; what rows would lose stays JSON."""
    rows = []
    for field, comparisons in (chosen or {}).items():
        for op, operand in (comparisons if isinstance(comparisons, dict) else {"eq": comparisons}).items():
            op = "null" if operand is None else op
            if op == "in" and any(isinstance(value, str) and "," in value for value in operand):
                return {"rows": [], "json": strict_json.dumps(chosen)}
            values = [] if operand is None else operand if isinstance(operand, list) else [operand]
            texts = [value if isinstance(value, str) else strict_json.dumps(value) for value in values]
            rows.append({"field": field, "op": op, "values": texts})
    return {"rows": rows, "json": ""}


def rearrange(typed, action):
    """Add a row to what FilterRows hold (`filter_add`), or take one away (`filter_remove:0`)."""
    verb, _colon, place = action.partition(":")
    if verb == "filter_add" and len(typed["rows"]) < filters.MAX_FIELDS:
        typed["rows"].append({"field": "", "op": "in", "values": []})
    elif verb == "filter_remove" and foreign_values.whole(place, most=len(typed["rows"]) - 1) is not None:
        del typed["rows"][int(place)]


def shown(form):
    """The rows of a TaskForm as the page draws them, with the values that the first cases have; a statement a field."""
    version, typed = form.version, form["metadata_filter"].value() or of_filter({})
    columns = cases.metadata_fields(version) if version else {}
    counts = {row["field"]: cases.values_of(version, row["field"]) for row in typed["rows"] if row["field"] in columns}
    rows = [_drawn(index, row, columns, counts.get(row["field"], {})) for index, row in enumerate(typed["rows"])]
    return {"rows": rows, "json": typed["json"], "columns": list(columns), "version": version}


def _row(data, prefix):
    op = data.get(f"{prefix}-op", "in")
    op = op if op in COMPARISONS else "in"
    values = [text for text in data.getlist(f"{prefix}-value") if text] if hasattr(data, "getlist") else []
    if op == "in" and f"{prefix}-typed" in data:
        values = [part.strip() for text in values for part in text.split(",") if part.strip()]
    return {"field": data.get(f"{prefix}-field", ""), "op": op, "values": values}


def _drawn(index, row, columns, counts):
    is_listed = row["op"] == "in" and 0 < len(counts) <= MOST_LISTED
    texts = dict.fromkeys([*counts, *row["values"]])
    return row | {
        "name": f"metadata_filter-{index}",
        "number": index + 1,
        "fields": list(columns) if not row["field"] or row["field"] in columns else [*columns, row["field"]],
        "ops": list(COMPARISONS.items()),
        "remove_action": f"filter_remove:{index}",
        "is_listed": is_listed,
        "choices": [(text, counts.get(text, 0), text in row["values"]) for text in texts] if is_listed else [],
        "text": ", ".join(row["values"]),
    }


def _comparisons(parts):
    if "null" in parts:
        return None
    found = {op: values if op == "in" else (values or [""])[0] for op, values in parts.items()}
    return found["eq"] if list(found) == ["eq"] else found


def _typed(text, type_):
    """A chosen text as a value of its column, as the filter of the list of cases reads it; numbers as numbers."""
    if type_ in ("integer", "number") and is_number(text):
        return strict_json.loads(text)
    return typed_value(text, type_)


def _read(text):
    try:
        value = strict_json.loads(text)
    except EvalHubError as error:
        raise forms.ValidationError(_("Not valid JSON. %(why)s") % {"why": error.message}) from error
    if not isinstance(value, dict):
        raise forms.ValidationError(_('Enter an object such as {"category": "billing"}.'))
    return value
