"""Tables: a column names the item, one may name the annotator, and each question has its column."""

import re

from annotations.importing import registry
from annotations.importing.base import (
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
from annotations.labels import registry as label_types
from evalhub.lib import strict_json
from evalhub.lib.words import gettext as _
from evalhub.lib.words import gettext_noop

ITEMS = ("item_id", "external_id", "id", "case_id", "test_case_id")
PEOPLE = ("annotator_email", "email", "annotator", "annotator_name", "user", "rater")
PARTS = ("item", "item_by", "annotator", "questions", "justifications")
_GUARDED = re.compile(r"'\s*[=+\-@\t\r\n＝＋－＠]")
_SEVERAL = re.compile(r"\s*[|;]\s*")


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
        return {
            "annotator": _first(plain, *PEOPLE), "questions": {key: name for key, name in questions.items() if name},
            "justifications": {key: name for key, name in reasons.items() if name},
        }

    def check(self, mapping, specs):
        unknown_parts(mapping, PARTS)
        annotator = mapping.get("annotator")
        if annotator is not None and not isinstance(annotator, str):
            raise bad_mapping(_("annotator takes a column or null."))
        questions = checked_keys(mapping, "questions", specs)
        if not questions:
            raise bad_mapping(_("No question has a column. Give at least one."))
        reasons = checked_keys(mapping, "justifications", specs)
        return checked_item(mapping) | {
            "annotator": annotator or None, "questions": questions, "justifications": reasons
        }

    def entries(self, values, mapping, specs, *, prelabels):
        by_key = {spec.key: spec for spec in specs}
        answers = {}
        for key, column in mapping["questions"].items():
            answer = _answer(by_key[key], _cell(values, column))
            if answer is not None:
                answers[key] = answer
        remarks = {}
        for key, column in mapping["justifications"].items():
            why = _cell(values, column)
            if why and key in answers:
                remarks[key] = {"justification": why}
        name = _cell(values, mapping["annotator"]) if mapping["annotator"] else ""
        who = Who(email=name, name=name) if "@" in name else Who(name=name)
        return RowEntries([Entry(
            item_id=_cell(values, mapping["item"]), who=who, answers=answers, remarks=remarks,
            place=next(iter(mapping["questions"].values())),
        )])


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
    label_type = label_types[spec.label_type]
    if spec.label_type == "multiple_choice":
        return [part for part in _SEVERAL.split(text.strip()) if part]
    return label_type.from_form(spec.config, [text])
