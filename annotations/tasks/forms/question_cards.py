"""Question rows as the builder's template shows them: ids, names, values and errors, decided before it runs."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotations.labels.types import registry
from annotations.tasks.forms import condition_rows, question_rows

BESIDE = (("off", _("No")), ("optional", _("Optional")), ("required", _("Always")))
ASKED = {
    "show_if": (_("Show when"), _("The question is shown only when the condition is met.")),
    "require_if": (_("Answer required"), _("Also required when this condition is met.")),
}
ALWAYS = {"show_if": _("Always"), "require_if": _("Only by the setting above")}


@dataclass(frozen=True)
class Card:
    """One question in the builder. `prefix` starts the names and ids of its fields."""

    index: int
    number: int
    prefix: str
    texts: dict
    errors: dict
    types: list
    editor: str
    may_use_json: bool
    settings: list
    conditions: list
    beside: list
    is_first: bool
    is_last: bool
    is_open: bool
    has_more: bool  # settings below the usual ones are in use or wrong
    facts: str
    metric: object = None  # of the library, which it copies

    @property
    def error(self):
        return self.errors.get("", "")

    @property
    def title_id(self):
        return f"{self.prefix}-title"

    @property
    def metric_id(self):
        return f"{self.prefix}-metric"

    @property
    def keep_id(self):
        return f"{self.prefix}-keep"

    @property
    def up_id(self):
        return f"{self.prefix}-up"

    @property
    def down_id(self):
        return f"{self.prefix}-down"


def cards(rows, metrics, *, open_place=0):
    """The Cards of rows. metrics: {id: Metric} of those that they copy."""
    types = [(key, gettext(registry[key].title)) for key in registry]
    keys = [(question_rows.key_of(row, index), row.texts["title"]) for index, row in enumerate(rows)]
    return [
        _card(row, index, len(rows), types, keys[:index], metrics.get(row.texts["metric"]), index == open_place)
        for index, row in enumerate(rows)
    ]


def _card(row, index, count, types, earlier, metric, is_open):
    prefix = f"f{index}"
    conditions = [_condition(row, prefix, name, earlier) for name in question_rows.CONDITIONS]
    beside = [
        {
            "name": f"{prefix}-{name}",
            "label": label,
            "value": row.texts[name],
            "choices": BESIDE,
            "error": row.errors.get(name, ""),
        }
        for name, label in (("reason", _("Require a reason")), ("evidence", _("Require quotes")))
    ]
    is_usual = all(row.texts[name] == usual for name, usual in question_rows.USUAL.items())
    has_errors = any(name.startswith(("show_if", "require_if", "reason", "evidence")) for name in row.errors)
    settings = [_setting(setting, row, prefix) for setting in row.editor.shown_settings(row.typed)]
    is_conditional = any(each["join"] for each in conditions)
    return Card(
        index=index,
        number=index + 1,
        prefix=prefix,
        texts=row.texts,
        errors=row.errors,
        types=types,
        editor=row.texts["type"],
        may_use_json=row.may_use_json,
        settings=settings,
        conditions=conditions,
        beside=beside,
        is_first=index == 0,
        is_last=index == count - 1,
        metric=metric,
        is_open=is_open,
        has_more=has_errors or not is_usual or is_conditional,
        facts=" · ".join(_facts(row, settings, dict(types), is_conditional)),
    )


def _facts(row, settings, types, is_conditional):
    """What the line of a closed card says: the type, how long its tables are, whether the question is always asked."""
    yield types[row.texts["type"]]
    for setting in settings:
        if setting["kind"] == "table":
            filled = [each for each in setting["rows"] if any(cell["value"].strip() for cell in each["cells"])]
            yield f"{setting['label']}: {len(filled)}"
    if is_conditional:
        yield gettext("conditional")


def _setting(setting, row, prefix):
    field = f"{prefix}-{setting.name}"
    value = row.typed[setting.name]
    plain = ("kind", "label", "help", "placeholder", "optional", "wide")
    shown_settings = {name: getattr(setting, name) for name in plain} | {
        "field": field,
        "value": value,
        "error": row.errors.get(setting.name, ""),
        "choices": getattr(setting, "choices", ()),
        "redraws": getattr(setting, "redraws", False),
    }
    if setting.kind == "table":
        place = prefix.removeprefix("f")
        shown_settings |= {
            "columns": setting.columns,
            "add": setting.add,
            "add_action": f"row_add:{place}:{setting.name}",
            "rows": [_row(setting, row, field, place, index, texts) for index, texts in enumerate(value)],
        }
    return shown_settings


def _row(setting, row, field, place, index, texts):
    cells = [
        {
            "field": f"{field}-{index}-{column.name}",
            "label": column.label,
            "value": texts[column.name],
            "width": column.width,
            "lines": column.lines,
            "error": row.errors.get(f"{setting.name}-{index}-{column.name}", ""),
        }
        for column in setting.columns
    ]
    return {
        "number": index + 1,
        "cells": cells,
        "is_first": index == 0,
        "errors": [cell["error"] for cell in cells if cell["error"]],
        "error_id": f"{field}-{index}-error",
        "up_id": f"{field}-{index}-up",
        "up_action": f"row_up:{place}:{setting.name}:{index}",
        "remove_action": f"row_remove:{place}:{setting.name}:{index}",
    }


def _condition(row, prefix, name, earlier):
    typed, field, place = row.conditions[name], f"{prefix}-{name}", prefix.removeprefix("f")
    known = {key for key, _title in earlier}
    label, help_text = ASKED[name]
    joins = [(value, ALWAYS[name] if not value else words) for value, words in condition_rows.JOINS]
    rows = [
        {
            "field": f"{field}-{index}",
            **texts,
            "number": index + 1,
            "questions": earlier
            if texts["question"] in known or not texts["question"]
            else [*earlier, (texts["question"], "")],
            "error": row.errors.get(f"{name}-{index}-value") or row.errors.get(f"{name}-{index}-question", ""),
            "remove_action": f"row_remove:{place}:{name}:{index}",
        }
        for index, texts in enumerate(typed["rows"])
    ]
    return {
        "name": name,
        "field": field,
        "label": label,
        "help": help_text,
        "join": typed["join"],
        "joins": joins,
        "rows": rows,
        "json": typed["json"],
        "tests": list(condition_rows.NAMES.items()),
        "error": row.errors.get(f"{name}-join") or row.errors.get(f"{name}-json", ""),
        "add_action": f"row_add:{place}:{name}",
        "has_earlier": bool(earlier),
    }
