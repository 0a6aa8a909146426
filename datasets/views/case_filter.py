"""The filter of the cases by their metadata: the JSON of the API, to which a form adds one comparison at a time."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api.filters import Filter
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
FORM = ("field", "op", "value")
MAX_CHARACTERS = 20_000


class MetadataFilter(Filter):
    """`filter={"topic": "billing"}`; which fields are valid is known by the version."""

    def __init__(self):
        super().__init__(
            name="filter",
            lookup="metadata",
            description="JSON over metadata fields",
            read=strict_json.loads,
            schema={"type": "string", "maxLength": MAX_CHARACTERS},
            valid='a JSON object such as {"category": "billing"}',
            title=_("Metadata"),
        )

    def value(self, text):
        if len(text) > MAX_CHARACTERS:
            words = gettext("The filter is longer than %(most)s characters.") % {"most": f"{MAX_CHARACTERS:,}"}
            raise InvalidInput(words, code="bad_filter")
        value = self.read(text)
        if not isinstance(value, dict):
            words = gettext('A filter is a JSON object such as {"category": "billing"}.')
            raise InvalidInput(words, code="bad_filter")
        return value

    @staticmethod
    def text_of(value):
        """A filter in words: topic is billing, score is at least 3."""
        return ", ".join(
            _worded(field, op, operand) for field, wanted in value.items() for op, operand in _each(wanted)
        )


def with_form(query, fields):
    """The parameters of an address {name: text} with what a form sent in `FORM` as a part of the filter; None without.

    `fields` is {name: column type}. A filter that is no JSON object stays as it is, to be refused.
    """
    if not any(name in query for name in FORM):
        return None
    kept = {name: text for name, text in query.items() if name not in FORM}
    field, text = query.get("field", ""), kept.get("filter") or "{}"
    if not field or len(text) > MAX_CHARACTERS:
        return kept
    try:
        wanted = strict_json.loads(text)
    except strict_json.BadJson:
        return kept
    if isinstance(wanted, dict):
        op, value = query.get("op", "eq"), query.get("value", "").strip()
        kept["filter"] = strict_json.dumps(_added(wanted, field, op, value, fields.get(field, "string")))
    return kept


def _added(wanted, field, op, value, type_):
    if op == "null":
        return wanted | {field: None}
    parts = [part.strip() for part in value.split(",") if part.strip()] if op == "in" else [value]
    typed = [typed_value(part, type_) for part in parts]
    before = dict(_each(wanted[field])) if wanted.get(field) is not None else {}
    return wanted | {field: before | {op: typed if op == "in" else typed[0]}}


def _each(wanted):
    """[(comparison, operand)] of a field of a filter, which may be a value alone."""
    return list((wanted if isinstance(wanted, dict) else {"eq": wanted}).items())


def _worded(field, op, operand):
    if operand is None:
        return f"{field} {COMPARISONS['null']}"
    values = operand if isinstance(operand, list) else [operand]
    texts = [value if isinstance(value, str) else strict_json.dumps(value) for value in values]
    return f"{field} {COMPARISONS[op]} {', '.join(texts)}"


def typed_value(text, type_):
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
