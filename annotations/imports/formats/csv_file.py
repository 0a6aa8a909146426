"""Tables: a column names the item, one may name the annotator, and each question has its column."""

import re

from annotations.imports.formats import registry
from annotations.imports.formats.base import (
    EXPOSURES,
    KINDS,
    BadEntry,
    Entry,
    ImportFormat,
    RowEntries,
    Who,
    bad_mapping,
    checked_item,
    checked_keys,
    unknown_parts,
)
from annotations.labels.types import registry as label_types
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

ITEMS = ("item_id", "external_id", "id", "case_id", "test_case_id")
PEOPLE = ("annotator_email", "email", "annotator", "annotator_name", "user", "rater")
PARTS = ("item", "item_by", "kinds", "annotator", "about", "questions", "justifications")
# What else a column may say of an annotation, and the names that such columns usually have.
ABOUT = {
    "annotator_kind": ("annotator_kind", "kind"),
    "annotator_id": ("annotator_id",),
    "simulated": ("simulated",),
    "exposure": ("exposure",),
    "flagged": ("flagged",),
    "abstained": ("abstained",),
}
YES, NO = ("true", "1", "yes"), ("false", "0", "no")
_GUARDED = re.compile(r"'\s*[=+\-@\t\r\n＝＋－＠]")


@registry.register("CSV")
class Table(ImportFormat):
    """A list is written as JSON or parted by | or ;. The apostrophe that exports put before a formula is taken off."""

    title = gettext_noop("CSV, a row per annotation")
    reader = "CSV"
    has_columns = True

    def item_columns(self, rows):
        names = list(rows[0]) if rows else []
        usual = [name for name in ITEMS if name in names]
        return [*usual, *(name for name in names if name not in usual)]

    def guess(self, rows, specs):
        names = list(rows[0]) if rows else []
        plain = {name.strip().lower(): name for name in reversed(names)}
        questions = {spec.key: _first(plain, f"labels.{spec.key}", spec.key, spec.title) for spec in specs}
        reasons = {
            spec.key: _first(plain, f"justifications.{spec.key}", f"{spec.key}_reason", f"{spec.key}_justification")
            for spec in specs
        }
        about = {part: found for part, usual in ABOUT.items() if (found := _first(plain, *usual))}
        return ({"about": about} if about else {}) | {
            "annotator": _first(plain, *PEOPLE),
            "questions": {key: name for key, name in questions.items() if name},
            "justifications": {key: name for key, name in reasons.items() if name},
        }

    def check(self, mapping, specs):
        unknown_parts(mapping, PARTS)
        annotator = mapping.get("annotator")
        if annotator is not None and not isinstance(annotator, str):
            raise bad_mapping(_("annotator takes a column or null."))
        questions = checked_keys(mapping, "questions", specs)
        if not questions:
            raise bad_mapping(_("No question has a column. Choose one for at least one question."))
        reasons = checked_keys(mapping, "justifications", specs)
        return (
            checked_item(mapping)
            | _checked_about(mapping)
            | {"annotator": annotator or None, "questions": questions, "justifications": reasons}
        )

    def entries(self, values, mapping, specs, *, prelabels):
        by_key = {spec.key: spec for spec in specs}
        answers = {}
        for key, column in mapping["questions"].items():
            answer = _answer(by_key[key], _cell(values, column))
            if answer is not None:
                answers[key] = answer
        notes = {}
        for key, column in mapping["justifications"].items():
            why = _cell(values, column)
            if why and key in answers:
                notes[key] = {"justification": why}
        about = mapping.get("about", {})
        return RowEntries(
            [
                Entry(
                    item_id=_cell(values, mapping["item"]),
                    who=_who(values, mapping["annotator"], about),
                    answers=answers,
                    notes=notes,
                    path=next(iter(mapping["questions"].values())),
                    exposure=_one_of(values, about, "exposure", EXPOSURES),
                    flagged=_yes(values, about, "flagged"),
                    abstained=tuple(key for key in _keys(values, about) if isinstance(key, str) and key in by_key),
                )
            ]
        )


def _checked_about(mapping):
    about = mapping.get("about", {})
    if not isinstance(about, dict) or not all(isinstance(column, str) and column for column in about.values()):
        raise bad_mapping(_("about is not an object of columns."))
    unknown = [name for name in about if name not in ABOUT]
    if unknown:
        text = _("about has the unknown part %(part)s. Valid: %(valid)s.")
        raise bad_mapping(text % {"part": f"{unknown[0]!r}", "valid": ", ".join(ABOUT)})
    return {"about": dict(about)} if about else {}


def _who(values, column, about):
    name = _cell(values, column) if column else ""
    return Who(
        annotator_id=_cell(values, about["annotator_id"]) if "annotator_id" in about else "",
        email=name if "@" in name else "",
        name=name,
        kind=_one_of(values, about, "annotator_kind", KINDS),
        simulated=_yes(values, about, "simulated"),
    )


def _one_of(values, about, part, valid):
    """What the cell says; the first of the valid words where it is blank or no column says it."""
    text = _cell(values, about[part]).strip().lower() if part in about else ""
    if text and text not in valid:
        raise BadEntry(
            about[part],
            _("It is %(value)s. Valid: %(valid)s.") % {"value": f"{text[:60]!r}", "valid": ", ".join(valid)},
        )
    return text or valid[0]


def _yes(values, about, part):
    return _one_of(values, about, part, (*NO, *YES)) in YES


def _keys(values, about):
    """The questions in a JSON list that the cell holds."""
    text = _cell(values, about["abstained"]) if "abstained" in about else ""
    try:
        keys = strict_json.loads(text) if text.strip() else []
    except strict_json.BadJson:
        keys = None
    if not isinstance(keys, list):
        raise BadEntry(about["abstained"], _("It is not a list of questions of the form."))
    return keys


def _first(plain, *names):
    return next((plain[name.strip().lower()] for name in names if name.strip().lower() in plain), None)


def _cell(values, column):
    """The text of a cell without the apostrophe that keeps spreadsheets from reading a formula."""
    if column not in values:
        raise BadEntry(column, _("The file has no such column."))
    text = values[column] or ""
    return text[1:] if _GUARDED.match(text) else text


def _answer(spec, text):
    """The typed value of a cell, None when it is blank; what cannot be read is handed on to be refused."""
    if not text.strip():
        return None
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return strict_json.loads(text)
        except strict_json.BadJson:
            return text
    return label_types[spec.label_type].from_cell(spec.config, text)
