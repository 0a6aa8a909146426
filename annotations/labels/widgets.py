"""Widgets: everything a label type's template shows of one question, decided before the template runs."""

from annotations.labels import registry


def widget(question, value=None, error="", *, prefix="q", autofocus_first=False):
    """The context `widget` of `widget(...)["template"]`: texts and flags, no model and no number.

    `question` has key, title, help, required, config and label_type; `value` may be a draft that is not valid.
    Field name and ids start with `<prefix>-<key>`, so two forms on one page take two prefixes.
    """
    label_type = registry[question.label_type]
    name = f"{prefix}-{question.key}"
    hint = "" if error else label_type.hint(question.config)
    control = label_type.control(question.config, value, name=name, required=question.required)
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
        "described_by": " ".join(part for part in described_by if part),
        **control,
        **_focus(control, autofocus_first),
    }


def _focus(control, wanted):
    """`control_id` is where a link to the question leads: the chosen row, else the first, else the input."""
    rows = [*control.get("points", ()), *control.get("rows", ())]
    chosen = [row["id"] for row in rows if row["checked"]] or [row["id"] for row in rows]
    target = chosen[0] if chosen else control["input_id"]
    return {"control_id": target, "autofocus_id": target if wanted else ""}
