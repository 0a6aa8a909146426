"""Widgets: everything a label type's template shows of one question, decided before the template runs."""

import json

from annotations.content import letters
from annotations.labels.types import registry

# Passages of an item are marked for quotes and for answers.
SELECTION = ("js/annotations/content/passages.js", "js/annotations/labels/selection.js")


def widget(question, value=None, error="", *, prefix="q", autofocus_first=False, shown=None, seed=0, note=None):
    """The context `widget` of `widget(...)["template"]`: texts and flags, no model and no number.

    `question` is a QuestionSpec; `value` may be a draft that is not valid. Field name and ids start with
    `<prefix>-<key>`, so two forms on one page take two prefixes.
    shown: the ItemContent, None in a preview. seed: of the annotator's order of outputs, 0 for the stored order.
    note: {"justification", "quotes"} as `schema.read_notes` gives it. The boxes for reason and quotes are drawn in
    the form that is answered, which has the prefix "q", and wherever a note, even an empty one, is given.
    """
    label_type = registry[question.label_type]
    name = f"{prefix}-{question.key}"
    hint = "" if error else label_type.hint(question.config)
    control = label_type.control_beside(
        question.config, value, name=name, required=question.required, item=shown, seed=seed
    )
    described_by = [
        f"{name}-help" if question.help else "",
        f"{name}-error" if error else f"{name}-hint" if hint else "",
        control.get("unit_id", ""),
    ]
    return {
        "template": label_type.template,
        "label_type": question.label_type,
        "name": name,
        "key": question.key,
        "title": question.title,
        "help": question.help,
        "hint": hint,
        "error": error,
        "required": question.required,
        "conditional": question.show_if is not None,
        "described_by": " ".join(part for part in described_by if part),
        **control,
        **_focus(control, autofocus_first),
        **_beside(question, note, prefix),
    }


def scripts(questions):
    """The static scripts that the widgets of these questions use, each once, in order; pages load them deferred."""
    found = [script for question in questions for script in registry[question.label_type].scripts]
    if any(question.evidence != "off" for question in questions):
        found.extend(SELECTION)
    return list(dict.fromkeys(found))


def _focus(control, has_focus):
    """`control_id` is where a link to the question leads: the chosen row, else the first, else the input."""
    rows = [*control.get("points", ()), *control.get("rows", ())]
    chosen = [row["id"] for row in rows if row["checked"]] or [row["id"] for row in rows]
    target = control.get("control_id") or (chosen[0] if chosen else control["input_id"])
    return {"control_id": target, "autofocus_id": target if has_focus else ""}


def _beside(question, note, prefix):
    """`reason` and `quotes`: the boxes beside the answer, None when they are off."""
    if note is None and prefix != "q":
        return {"reason": None, "quotes": None}
    note = note or {}
    start = "" if prefix == "q" else f"{prefix}."
    reason, quotes = note.get("justification", ""), note.get("quotes", ())
    return {
        "reason": None
        if question.reason == "off"
        else {
            "name": f"{start}r-{question.key}",
            "text": reason,
            "required": question.reason == "required",
            "open": bool(reason) or question.reason == "required",
        },
        "quotes": None
        if question.evidence == "off"
        else {
            "name": f"{start}e-{question.key}",
            "required": question.evidence == "required",
            "letter": str(question.position + 1),
            "hue": letters.hue(question.position),
            "rows": [_quote(f"{start}e-{question.key}-{index}", quote) for index, quote in enumerate(quotes)],
        },
    }


def _quote(row_id, quote):
    """A quote as a ticked box; taking the tick away takes the quote away, with and without scripts."""
    return {"id": row_id, "text": quote["quote"], "value": json.dumps(quote, ensure_ascii=False)}
