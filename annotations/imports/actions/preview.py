"""The first rows of a file as they would be imported: tried in a transaction that is taken back."""

from dataclasses import dataclass

from django.db import transaction

from annotations.imports.actions.rows import RowWriter
from annotations.imports.formats import registry as formats
from annotations.imports.formats.base import BadEntry
from datasets.row_errors import ErrorLog
from evalhub.lib import strict_json

ROWS = 5
LONGEST = 120


@dataclass(frozen=True)
class TriedEntry:
    """One annotation of a first row: whom it is by and what it says, in short texts."""

    row: int
    item: str
    who: str
    kind: str
    answers: list
    problems: list


def first_entries(*, job, sample, mapping):
    """[TriedEntry] of the first rows under a mapping that has been checked; nothing stays in the database."""
    form, rows, log = formats[job.format], sample.rows[:ROWS], ErrorLog()
    with transaction.atomic():
        writer = RowWriter(job=job, format=form, mapping=mapping, errors=log)
        writer.take(rows)
        transaction.set_rollback(True)
    tried = []
    for row in rows:
        problems = [error for error in log.errors if error.row == row.number]
        item = form.item_of(row.values, mapping["item"])
        tried += _entries(form, row, item, mapping, writer, problems) or [
            TriedEntry(row=row.number, item=item, who="", kind="", answers=[], problems=problems)
        ]
    return tried


def _entries(form, row, item, mapping, writer, problems):
    try:
        found = form.read(row.values, mapping, writer.form.specs, prelabels=writer.job.kind == "prelabels").entries
    except BadEntry:
        return []
    return [
        TriedEntry(
            row=row.number,
            item=item,
            who=entry.who.email or entry.who.name,
            kind=entry.who.kind,
            answers=_answers(entry, mapping),
            problems=[
                one
                for one in problems
                if not entry.path or len(found) == 1 or (one.column or "").startswith(entry.path)
            ],
        )
        for entry in found
    ]


def _answers(entry, mapping):
    if entry.results is None:
        return [(key, _short(value)) for key, value in entry.answers.items()]
    names = mapping["questions"]
    return [
        (names.get(result.get("from_name"), result.get("from_name") or ""), _short(_value_of(result)))
        for result in entry.results
    ]


def _value_of(result):
    """What a result says without its wrapping: the list of choices, the number, the texts; a passage as it is."""
    value, kind = result.get("value"), result.get("type")
    if not isinstance(value, dict):
        return kind or ""
    shown = value if "start" in value else value.get("text" if kind == "textarea" else kind, value)
    return ", ".join(shown) if isinstance(shown, list) and all(isinstance(part, str) for part in shown) else shown


def _short(value):
    text = value if isinstance(value, str) else strict_json.dumps(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
