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
    checked_abstained,
    checked_exposure,
    checked_item,
    checked_keys,
    checked_kind,
    checked_models,
    unknown_parts,
    with_kind,
)
from annotations.labels import registry as label_types
from evalhub.lib import strict_json
from evalhub.lib.words import gettext as _
from evalhub.lib.words import gettext_noop

ITEMS = ("item_id", "external_id", "id", "case_id", "test_case_id")
PEOPLE = ("annotator_email", "email", "annotator", "annotator_name", "user", "rater")
ABOUT = ("annotator_id", "annotator_kind", "simulated", "exposure", "abstained")  # columns of our own exports
PARTS = ("item", "item_by", "annotator", "models", "questions", "justifications", *ABOUT)
_GUARDED = re.compile(r"'\s*[=+\-@\t\r\n＝＋－＠]")
_SEVERAL = re.compile(r"\s*[|;]\s*")


@registry.register("CSV")
class Table(ImportFormat):
    """A list is written as JSON or parted by | or ;. The apostrophe that exports put before a formula is taken off."""

    title = gettext_noop("CSV, a row per annotation")
    reader = "CSV"
    has_columns = True
    about = ABOUT

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
        } | {name: plain[name] for name in ABOUT if name in plain}

    def check(self, mapping, specs):
        unknown_parts(mapping, PARTS)
        columns = {name: mapping.get(name) for name in ("annotator", *ABOUT)}
        for name, column in columns.items():
            if column is not None and not isinstance(column, str):
                raise bad_mapping(_("%(name)s takes a column or null.") % {"name": name})
        questions = checked_keys(mapping, "questions", specs)
        if not questions:
            raise bad_mapping(_("No question has a column. Give at least one."))
        reasons = checked_keys(mapping, "justifications", specs)
        return checked_item(mapping) | checked_models(mapping) | {"questions": questions, "justifications": reasons} | {
            name: column or None for name, column in columns.items()
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
        about = {part: _cell(values, mapping[part]) if mapping.get(part) else "" for part in ("annotator", *ABOUT)}
        who = with_kind(_who(about), mapping.get("models", ()))
        return RowEntries([Entry(
            item_id=_cell(values, mapping["item"]), who=who, answers=answers, remarks=remarks,
            abstained=_abstained(about["abstained"], specs), exposure=checked_exposure(about["exposure"]),
            place=next(iter(mapping["questions"].values())),
        )])


def _who(about):
    name = about["annotator"]
    return Who(
        annotator_id=about["annotator_id"], email=name if "@" in name else "", name=name,
        kind=checked_kind(about["annotator_kind"]), simulated=about["simulated"].lower() == "true",
    )


def _abstained(text, specs):
    if not text.strip():
        return ()
    try:
        return checked_abstained(strict_json.loads(text), specs)
    except strict_json.BadJson:
        return checked_abstained(None, specs)


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
