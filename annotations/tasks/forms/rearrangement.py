"""What the buttons of the builder do to the questions: add, copy, remove and take back, move, and rows of tables."""

import copy
from dataclasses import asdict, dataclass

from django.core import signing
from django.utils.translation import gettext as _

from annotations.labels.schema import MAX_QUESTIONS
from annotations.labels.types import registry
from annotations.tasks.forms import condition_rows, question_rows
from evalhub.lib import foreign_values
from evalhub.lib.errors import EvalHubError

SALT = "builder.removed"


@dataclass(frozen=True)
class Rearranged:
    """The rows after an action: what to say of it, which element takes the focus, and what would take it back."""

    rows: list
    notice: str = ""
    focus: str = ""
    removed: str = ""


def rearrange(rows, action, *, removed=""):
    """Do `add`, `add:rating`, `copy:2`, `remove:2`, `undo`, `up:2`, `down:2`, `move:2:0`, `json:2`, `fields:2`,
    `unlink:2`, `row_add:2:options`, `row_remove:2:options:1` or `row_up:2:options:1`; anything else leaves the rows
    as they are.

    removed: what the last `remove` returned, for `undo`.
    """
    verb, *words = action.split(":")
    if verb == "add":
        if len(rows) >= MAX_QUESTIONS:
            return Rearranged(rows, notice=_("A form has at most %(n)d questions.") % {"n": MAX_QUESTIONS})
        chosen = words[0] if words and words[0] in registry else question_rows.BLANK["type"]
        return Rearranged(
            [*rows, question_rows.new_row(type=chosen)],
            notice=_("Question %(n)d was added.") % {"n": len(rows) + 1},
            focus=f"f{len(rows)}-title",
        )
    if verb == "undo":
        return _undo(rows, removed)
    places = [place for word in words if (place := foreign_values.whole(word)) is not None]
    if not places or places[0] >= len(rows) or verb not in ACTIONS:
        return Rearranged(rows)
    return ACTIONS[verb](rows, places[0], words[1:])


def _copy(rows, place, words):
    if len(rows) >= MAX_QUESTIONS:
        return Rearranged(rows, notice=_("A form has at most %(n)d questions.") % {"n": MAX_QUESTIONS})
    twin = copy.deepcopy(rows[place])
    twin.texts["key"] = free_key(rows, question_rows.key_of(rows[place], place))
    twin.errors = {}
    return Rearranged(
        [*rows[: place + 1], twin, *rows[place + 1 :]],
        focus=f"f{place + 1}-title",
        notice=_("Question %(n)d is a copy of question %(m)d.") % {"n": place + 2, "m": place + 1},
    )


def free_key(rows, key):
    """The key with a number behind it that no row has."""
    taken = {question_rows.key_of(row, index).lower() for index, row in enumerate(rows)}
    number = 2
    while f"{key[:60]}_{number}".lower() in taken:
        number += 1
    return f"{key[:60]}_{number}"


def _remove(rows, place, words):
    left = rows[:place] + rows[place + 1 :]
    focus = "undo" if left else "add"
    return Rearranged(
        left,
        focus=focus,
        removed=signing.dumps({"place": place, "row": asdict(rows[place])}, salt=SALT, compress=True),
        notice=_("Question %(n)d was removed.") % {"n": place + 1},
    )


def _undo(rows, removed):
    """Put back what was removed; what this server did not seal changes nothing."""
    try:
        kept = signing.loads(removed, salt=SALT)
    except signing.BadSignature:
        return Rearranged(rows)
    if len(rows) >= MAX_QUESTIONS:
        return Rearranged(rows)
    row, place = question_rows.QuestionRow(**kept["row"]), min(kept["place"], len(rows))
    return Rearranged(
        [*rows[:place], row, *rows[place:]],
        focus=f"f{place}-title",
        notice=_("Question %(n)d restored.") % {"n": place + 1},
    )


def _move(rows, place, target, button):
    if not 0 <= target < len(rows) or target == place:
        return Rearranged(rows)
    rows = list(rows)
    rows.insert(target, rows.pop(place))
    button = {"up": "down" if target == 0 else "up", "down": "up" if target == len(rows) - 1 else "down"}.get(
        button, button
    )
    return Rearranged(
        rows,
        focus=f"f{target}-{button}",
        notice=_("The question is now number %(n)d of %(of)d.") % {"n": target + 1, "of": len(rows)},
    )


def _drag(rows, place, words):
    target = foreign_values.whole(words[0]) if words else None
    return _move(rows, place, place if target is None else target, "title")


def _as_json(rows, place, words):
    """The settings of one question as JSON; they stay as fields when they cannot be read."""
    row = rows[place]
    try:
        config = row.editor.config(row.typed)
    except EvalHubError as error:
        row.errors[""] = error.message
        return Rearranged(rows)
    row.texts["as_json"] = True
    row.typed = question_rows.AS_JSON.typed(config)
    return Rearranged(rows, focus=f"f{place}-config")


def _as_fields(rows, place, words):
    """Back from JSON, where that loses nothing."""
    row = rows[place]
    label_type, editor = registry[row.texts["type"]], question_rows.editor_of(row.texts["type"])
    try:
        config = label_type.clean_config(question_rows.AS_JSON.config(row.typed))
        typed = editor.typed(config)
        if label_type.clean_config(editor.config(typed)) != config:
            row.errors["config"] = _("Fields cannot represent all of this JSON, so it stays as JSON.")
            return Rearranged(rows, focus=f"f{place}-config")
    except EvalHubError as error:
        row.errors["config"] = error.message
        return Rearranged(rows, focus=f"f{place}-config")
    row.texts["as_json"], row.typed = False, typed
    return Rearranged(rows, focus=f"f{place}-type")


def _row_add(rows, place, words):
    table, blank = _table(rows[place], words)
    if table is None:
        return Rearranged(rows)
    table.append(blank)
    first = next(iter(blank))
    return Rearranged(rows, focus=f"f{place}-{words[0]}-{len(table) - 1}-{first}")


def _row_remove(rows, place, words):
    table, blank = _table(rows[place], words)
    if table is None or not _is_cell_reference(words, table):
        return Rearranged(rows)
    del table[int(words[1])]
    if not table:
        return Rearranged(rows, focus=f"f{place}-{words[0]}-add")
    return Rearranged(rows, focus=f"f{place}-{words[0]}-{min(int(words[1]), len(table) - 1)}-{next(iter(blank))}")


def _row_up(rows, place, words):
    table, _blank = _table(rows[place], words)
    if table is None or not _is_cell_reference(words, table) or int(words[1]) == 0:
        return Rearranged(rows)
    at = int(words[1])
    table.insert(at - 1, table.pop(at))
    button = "up" if at > 1 else next(iter(_blank))
    return Rearranged(rows, focus=f"f{place}-{words[0]}-{at - 1}-{button}")


def _is_cell_reference(words, table):
    return len(words) > 1 and foreign_values.whole(words[1], most=len(table) - 1) is not None


def _table(row, words):
    """The rows of a table or of a condition, and what a new one of them looks like; None for neither."""
    name = words[0] if words else ""
    if name in row.conditions:
        return row.conditions[name]["rows"], condition_rows.blank_row()
    setting = next((each for each in row.editor.settings if each.name == name and each.kind == "table"), None)
    return (row.typed[name], setting.blank_row()) if setting else (None, {})


def _unlink(rows, place, words):
    """The question stays as it is and is no copy of its metric any more."""
    rows[place].texts["metric"] = ""
    rows[place].errors.pop("metric", None)
    return Rearranged(rows, focus=f"f{place}-keep", notice=_("Question %(n)d is unlinked.") % {"n": place + 1})


ACTIONS = {
    "copy": _copy,
    "remove": _remove,
    "up": lambda rows, place, words: _move(rows, place, place - 1, "up"),
    "down": lambda rows, place, words: _move(rows, place, place + 1, "down"),
    "move": _drag,
    "json": _as_json,
    "fields": _as_fields,
    "unlink": _unlink,
    "row_add": _row_add,
    "row_remove": _row_remove,
    "row_up": _row_up,
}
