"""The filter of the cases as it stands in the address: one comparison from a form, or the JSON of the API."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput

COMPARISONS = {
    "eq": _("is"),
    "in": _("is one of"),
    "gt": _("is more than"),
    "gte": _("is at least"),
    "lt": _("is less than"),
    "lte": _("is at most"),
    "null": _("is missing"),
}
MAX_CHARACTERS = 20_000


@dataclass(frozen=True)
class CaseFilter:
    """What was typed. `text` (JSON) is used where `is_text`, else `field`, `op` and `value`; `search` beside either."""

    is_text: bool = False
    text: str = ""
    field: str = ""
    op: str = "eq"
    value: str = ""
    search: str = ""

    @classmethod
    def read(cls, query):
        return cls(
            is_text=query.get("as") == "json" or bool(query.get("filter")),
            text=query.get("filter", "").strip(),
            field=query.get("field", ""),
            op=query.get("op", "eq"),
            value=query.get("value", ""),
            search=query.get("search", "").strip(),
        )

    @property
    def is_set(self):
        return bool(self.text if self.is_text else self.field)

    @property
    def is_narrowed(self):
        return self.is_set or bool(self.search)

    def wanted(self, fields):
        """The filter object, None for every case; `fields` is {name: column type}. InvalidInput for bad JSON."""
        if not self.is_set:
            return None
        if self.is_text:
            return self._parsed()
        if self.op not in COMPARISONS:
            valid = ", ".join(str(words) for words in COMPARISONS.values())
            raise InvalidInput(gettext("Unknown comparison. Valid: %(valid)s.") % {"valid": valid}, code="bad_filter")
        type_ = fields.get(self.field, "string")
        if self.op == "null":
            return {self.field: None}
        if self.op == "in":
            return {self.field: {"in": [_typed(part.strip(), type_) for part in self.value.split(",") if part.strip()]}}
        if not self.value.strip():
            raise InvalidInput(gettext('Enter a value, or choose "is missing".'), code="bad_filter")
        return {self.field: {self.op: _typed(self.value.strip(), type_)}}

    def _parsed(self):
        if len(self.text) > MAX_CHARACTERS:
            text = gettext("The filter is longer than %(most)s characters.") % {"most": f"{MAX_CHARACTERS:,}"}
            raise InvalidInput(text, code="bad_filter")
        value = strict_json.loads(self.text)
        if not isinstance(value, dict):
            text = gettext('A filter is a JSON object such as {"category": "billing"}.')
            raise InvalidInput(text, code="bad_filter")
        return value


def _typed(text, type_):
    """A typed word as a value of the column: text stays text, true and false are words of boolean columns.

    Columns of several types take what reads as a JSON number, text or truth value as that.
    """
    if type_ in ("string", "integer", "number"):
        return text
    if type_ == "boolean":
        return {"true": True, "false": False}.get(text.lower(), text)
    try:
        value = strict_json.loads(text)
    except strict_json.BadJson:
        return text
    return value if isinstance(value, (str, int, float)) else text
