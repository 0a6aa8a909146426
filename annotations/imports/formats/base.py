"""What every import format gives: entries, each one annotator's answers to one item."""

from dataclasses import dataclass, field, replace

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

EXPOSURES = ("blind", "saw_machine", "saw_people")
KINDS = ("human", "llm", "program")  # of annotators
ITEM_IDS = ("external_id", "item_id")


class BadEntry(Exception):
    """What a row says cannot be taken; `column` is where."""

    def __init__(self, column, reason):
        super().__init__(reason)
        self.column = column
        self.reason = reason


@dataclass(frozen=True)
class Who:
    """Whose answers: an id of this installation, an e-mail, a name. kind: of KINDS. simulated: a machine that was."""

    annotator_id: str = ""
    email: str = ""
    name: str = ""
    kind: str = "human"
    simulated: bool = False

    @property
    def is_machine(self):
        return self.kind != "human"


@dataclass(frozen=True)
class Entry:
    """One annotation of a file. `path` is where in its row, for errors. Answers are not yet checked.

    `kept` is what the history of the annotation keeps of the file as it was; `notes` {key: {"justification",
    "confidence", "quotes"}}; `results` stands in place of answers that can only be read beside the item's texts.
    """

    item_id: str
    who: Who = Who()
    answers: dict = field(default_factory=dict)
    notes: dict = field(default_factory=dict)
    abstained: tuple = ()
    path: str = ""
    exposure: str = "blind"
    time_spent_seconds: float | None = None
    flagged: bool = False
    flag_reason: str = ""
    submitted_at: str = ""
    results: tuple | None = None
    kept: dict = field(default_factory=dict)


@dataclass(frozen=True)
class RowEntries:
    """What one row of a file says of one item: entries, and what is kept of the row itself."""

    entries: list
    kept: dict | None = None


class ImportFormat:
    """Subclasses give `title`, `reader` (a key of datasets.readers), `guess`, `check` and `entries`.

    A mapping is a JSON object; every format has `item` (the column or key that names the item), `item_by`
    ("external_id" or "item_id") and, if wanted, `kinds`: {name or e-mail of an annotator: kind}, which goes before what
    the file says; "" is who has neither.
    """

    title = ""
    reader = ""
    has_columns = False  # whether each question has a column of its own

    def item_columns(self, rows):
        """Names that may say which item a row is about, likeliest first; `rows` are the first ones of the file."""
        raise NotImplementedError

    def item_of(self, values, column):
        """The value of `column` in a row as text, "" when there is none."""
        return text_of(values.get(column))

    def names(self, rows):
        """{name: type} of the controls in the first rows, where a format maps names to questions; else {}."""
        return {}

    def guess(self, rows, specs):
        """The likely mapping without `item` and `item_by`."""
        raise NotImplementedError

    def check(self, mapping, specs):
        """The mapping in its own words, complete; InvalidInput names what is wrong."""
        raise NotImplementedError

    def read(self, values, mapping, specs, *, prelabels):
        """`entries` with the kinds that the mapping gives."""
        found, kinds = self.entries(values, mapping, specs, prelabels=prelabels), mapping.get("kinds")
        return replace(found, entries=[_of_kind(entry, kinds) for entry in found.entries]) if kinds else found

    def entries(self, values, mapping, specs, *, prelabels):
        """The RowEntries of a row; BadEntry or BadResult when it cannot be read. `prelabels`: take predictions."""
        raise NotImplementedError


def _of_kind(entry, kinds):
    who = entry.who
    names = [name for name in (who.email, who.name) if name] or [""]
    kind = next((kinds[name] for name in names if name in kinds), who.kind)
    return replace(entry, who=replace(who, kind=kind))


def text_of(value):
    """An id as text: numbers may name items; anything else that is no text does not."""
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        return ""
    return str(value).strip()


def checked_item(mapping):
    """{"item", "item_by"} of a mapping, and its "kinds" where it has some."""
    item, item_by = mapping.get("item"), mapping.get("item_by")
    if not isinstance(item, str) or not item:
        raise bad_mapping(_("item is missing. Give the column that names the item."))
    if item_by not in ITEM_IDS:
        text = _("item_by is %(value)s. Valid: %(valid)s.")
        raise bad_mapping(text % {"value": f"{item_by!r}", "valid": ", ".join(ITEM_IDS)})
    kinds = mapping.get("kinds", {})
    if not isinstance(kinds, dict) or not all(kind in KINDS for kind in kinds.values()):
        text = _("kinds gives annotators the kinds %(value)s. Valid: an object of names with %(valid)s.")
        given = sorted({str(kind) for kind in kinds.values()} - {*KINDS}) if isinstance(kinds, dict) else kinds
        raise bad_mapping(text % {"value": f"{given!r}"[:120], "valid": ", ".join(KINDS)})
    return {"item": item, "item_by": item_by} | ({"kinds": kinds} if kinds else {})


def checked_keys(mapping, name, specs, *, swapped=False):
    """{question key: column} under `name`; with `swapped` {name in the file: question key}."""
    given = mapping.get(name, {})
    if not isinstance(given, dict) or not all(isinstance(value, str) and value for value in given.values()):
        raise bad_mapping(_("%(name)s is not an object of texts.") % {"name": name})
    known = [spec.key for spec in specs]
    unknown = [key for key in (given.values() if swapped else given) if key not in known]
    if unknown:
        text = _("%(name)s names the unknown question %(key)s. Valid: %(valid)s.")
        raise bad_mapping(text % {"name": name, "key": f"{unknown[0]!r}", "valid": ", ".join(known)})
    if len(set(given.values())) < len(given):
        raise bad_mapping(_("%(name)s uses one of its names twice.") % {"name": name})
    return dict(given)


def bad_mapping(text):
    return InvalidInput(_("The mapping does not fit. %(problem)s") % {"problem": text}, code="bad_mapping")


def unknown_parts(mapping, known):
    extra = [name for name in mapping if name not in known]
    if extra:
        text = _("Unknown part %(part)s. Valid: %(valid)s.")
        raise bad_mapping(text % {"part": f"{extra[0]!r}", "valid": ", ".join(known)})
