"""Our own annotation exports in JSON and JSONL: one object per annotation, under the names that exports use."""

from annotations.imports.formats.base import (
    EXPOSURES,
    KINDS,
    BadEntry,
    Entry,
    ImportFormat,
    RowEntries,
    Who,
    checked_item,
    text_of,
    unknown_parts,
)
from annotations.labels.reading import is_number
from evalhub.lib.translation import gettext as _


class ExportedRows(ImportFormat):
    def item_columns(self, rows):
        return ["item_id", "external_id"]

    def guess(self, rows, specs):
        return {}

    def check(self, mapping, specs):
        unknown_parts(mapping, ("item", "item_by", "kinds"))
        return checked_item(mapping)

    def entries(self, values, mapping, specs, *, prelabels):
        known = {spec.key for spec in specs}
        labels = _object(values, "labels")
        abstained = values.get("abstained") or []
        if not isinstance(abstained, list) or not all(key in known for key in abstained):
            raise BadEntry("abstained", _("It is not a list of questions of the form."))
        return RowEntries(
            [
                Entry(
                    item_id=self.item_of(values, mapping["item"]),
                    who=_who(values),
                    answers={key: value for key, value in labels.items() if value is not None},
                    notes=_notes(values, known),
                    abstained=tuple(abstained),
                    exposure=_exposure(values),
                    time_spent_seconds=_seconds(values),
                    flagged=values.get("flagged") is True,
                    flag_reason=_text(values, "flag_reason"),
                    submitted_at=_text(values, "submitted_at"),
                )
            ]
        )


def _who(values):
    kind = values.get("annotator_kind", "human")
    if kind not in KINDS:
        raise BadEntry("annotator_kind", _unknown(kind, KINDS))
    simulated = values.get("simulated")
    if simulated is not None and not isinstance(simulated, bool):
        raise BadEntry("simulated", _unknown(simulated, ("true", "false")))
    name = text_of(values.get("annotator"))
    return Who(
        annotator_id=text_of(values.get("annotator_id")),
        email=text_of(values.get("annotator_email")) or (name if "@" in name else ""),
        name=name,
        kind=kind,
        simulated=bool(simulated),
    )


def _notes(values, known):
    parts = {name: _object(values, name) for name in ("justifications", "confidences", "evidence")}
    notes = {}
    for key in known:
        why, sure, quotes = (parts[name].get(key) for name in ("justifications", "confidences", "evidence"))
        if why is not None and not isinstance(why, str):
            raise BadEntry(f"justifications.{key}", _("It is not a text."))
        if sure is not None and not (is_number(sure) and 0 <= sure <= 1):
            raise BadEntry(f"confidences.{key}", _("It is not a number from 0 to 1."))
        if why or sure is not None or quotes:
            notes[key] = {"justification": why, "confidence": sure, "quotes": _quotes(key, quotes or [])}
    return notes


def _quotes(key, quotes):
    """Quotes as notes take them: those that were found with their place, the others as texts."""
    if not isinstance(quotes, list) or not all(isinstance(q, dict) and isinstance(q.get("quote"), str) for q in quotes):
        raise BadEntry(f"evidence.{key}", _("It is not a list of objects with a quote."))
    return [quote["quote"] for quote in quotes]


def _object(values, name):
    value = values.get(name) or {}
    if not isinstance(value, dict):
        raise BadEntry(name, _("It is not an object."))
    return value


def _exposure(values):
    exposure = values.get("exposure", "blind")
    if exposure not in EXPOSURES:
        raise BadEntry("exposure", _unknown(exposure, EXPOSURES))
    return exposure


def _seconds(values):
    seconds = values.get("time_spent_seconds")
    if seconds is not None and not (is_number(seconds) and 0 <= seconds <= 604_800):
        raise BadEntry("time_spent_seconds", _("It is not a number of seconds from 0 to 604,800."))
    return seconds


def _unknown(value, valid):
    return _("It is %(value)s. Valid: %(valid)s.") % {"value": f"{str(value)[:60]!r}", "valid": ", ".join(valid)}


def _text(values, name):
    value = values.get(name)
    return value if isinstance(value, str) else ""
