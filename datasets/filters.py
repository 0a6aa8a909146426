"""The small language of metadata filters: which fields, which comparisons; it never becomes part of a query's text.

    {"category": "billing"}                     equal (null: missing or null)
    {"difficulty": {"in": ["easy", "hard"]}}    one of
    {"score": {"gte": 1, "lt": 5}}              range, of numbers or of texts by code points (ISO dates)
    {"tags": "urgent"}                          a list that contains the value

All fields of a filter must hold.
"""

import math
from dataclasses import dataclass

from datasets.columns import is_number
from datasets.row_errors import shown
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

MAX_FIELDS = 20
MAX_CHOICES = 100
MAX_CHARACTERS = 1_000
OPERATORS = ["eq", "in", "gt", "gte", "lt", "lte"]

_RANGES = {"gt", "gte", "lt", "lte"}
_KINDS = {"string": "text", "integer": "number", "number": "number", "boolean": "boolean", "array": "list"}


@dataclass(frozen=True)
class Condition:
    """One comparison of a declared field. `value` is a parameter for the database, a tuple for "in".

    op: eq, in, gt, gte, lt, lte; has (a list contains the value); null (missing or null, value None).
    kind: number (compare as numeric: the stored value may be a JSON number or a text that reads as one), text,
    boolean, list, any (compare as JSON).
    """

    field: str
    op: str
    value: object
    kind: str


def parse(value, *, fields):
    """[Condition] of a filter object, where `fields` is {name: column type}; InvalidInput names what is valid."""
    if not isinstance(value, dict):
        raise _bad(_('A filter is a JSON object such as {"category": "billing"}.'))
    if len(value) > MAX_FIELDS:
        text = _("The filter has %(n)s fields. Valid: at most %(most)s.")
        raise _bad(text % {"n": len(value), "most": MAX_FIELDS})
    conditions = []
    for field, wanted in value.items():
        if field not in fields:
            text = _("Unknown field %(field)s. Valid: %(valid)s.") % {"field": shown(field), "valid": _names(fields)}
            raise _bad(text, field=field, valid=sorted(fields))
        kind = _KINDS.get(fields[field], "any")
        comparisons = wanted if isinstance(wanted, dict) else {"eq": wanted}
        if not comparisons:
            text = _("The field %(field)s has no comparison. Valid: %(valid)s.")
            raise _bad(text % {"field": shown(field), "valid": ", ".join(OPERATORS)}, field=field)
        conditions.extend(_condition(field, kind, op, operand) for op, operand in comparisons.items())
    return conditions


def _condition(field, kind, op, operand):
    if op not in OPERATORS:
        text = _("Unknown comparison %(op)s of %(field)s. Valid: %(valid)s.")
        words = {"op": shown(op), "field": shown(field), "valid": ", ".join(OPERATORS)}
        raise _bad(text % words, field=field, valid=OPERATORS)
    if op == "in":
        return _choice(field, kind, operand)
    if op in _RANGES:
        if kind not in ("number", "text"):
            text = _("The field %(field)s has no order. Valid: eq, in.") % {"field": shown(field)}
            raise _bad(text, field=field, valid=["eq", "in"])
        if operand is None:
            text = _("The field %(field)s is compared with null. Give a value.") % {"field": shown(field)}
            raise _bad(text, field=field)
        return Condition(field, op, _operand(field, kind, operand), kind)
    if operand is None:
        return Condition(field, "null", None, kind)
    if kind == "list":
        return Condition(field, "has", _operand(field, "any", operand), kind)
    return Condition(field, "eq", _operand(field, kind, operand), kind)


def _choice(field, kind, operand):
    if not isinstance(operand, list) or not operand:
        text = _('"in" of %(field)s needs a list with at least one value.') % {"field": shown(field)}
        raise _bad(text, field=field)
    if len(operand) > MAX_CHOICES:
        text = _('"in" of %(field)s has %(n)s values. Valid: at most %(most)s.')
        raise _bad(text % {"field": shown(field), "n": len(operand), "most": MAX_CHOICES}, field=field)
    if kind == "list":
        text = _("The field %(field)s contains lists. Valid: eq with one value of the list.") % {"field": shown(field)}
        raise _bad(text, field=field)
    return Condition(field, "in", tuple(_operand(field, kind, part) for part in operand), kind)


def _operand(field, kind, value):
    """The value as a parameter of its kind."""
    if isinstance(value, str) and len(value) > MAX_CHARACTERS:
        text = _("The value for %(field)s is longer than %(most)s characters.")
        raise _bad(text % {"field": shown(field), "most": f"{MAX_CHARACTERS:,}"}, field=field)
    if kind == "number":
        return _number(field, value)
    if kind == "text" and not isinstance(value, str):
        text = _("The field %(field)s contains text; the filter has %(value)s. Quote it.")
        raise _bad(text % {"field": shown(field), "value": shown(value)}, field=field)
    if kind == "boolean" and not isinstance(value, bool):
        text = _("The field %(field)s is true or false; the filter has %(value)s.")
        raise _bad(text % {"field": shown(field), "value": shown(value)}, field=field)
    if not isinstance(value, (str, int, float, bool)):
        text = _("The value for %(field)s must be a text, a number, true or false.") % {"field": shown(field)}
        raise _bad(text, field=field)
    return value


def _number(field, value):
    if isinstance(value, str) and is_number(value):
        value = strict_json.loads(value)
    finite = isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    if isinstance(value, bool) or not finite:
        text = _("The field %(field)s contains numbers; the filter has %(value)s.")
        raise _bad(text % {"field": shown(field), "value": shown(value)}, field=field)
    return value


def _names(fields):
    names = ", ".join(shown(name) for name in sorted(fields)[:20])
    if len(fields) > 20:
        return _("%(names)s and %(n)s more") % {"names": names, "n": len(fields) - 20}
    return names or _("the version has no metadata fields")


def _bad(message, **details):
    return InvalidInput(message, code="bad_filter", details=details)
