"""The form of the audit page: the decisions that were posted, and how two of them are told apart in words."""

from dataclasses import replace

from annotations.labels import schema
from annotations.labels.types import registry as label_types
from evalhub.lib.errors import InvalidInput
from reviews.audits.actions.decisions import REASON_CODES, Decision
from reviews.audits.views.desk_context import VERDICTS

LONGEST_MS = 86_400_000
TITLES = {value: title for value, title, _key in VERDICTS}


def read(post, specs):
    """{question key: Decision} of what was chosen or typed, with a verdict or not yet."""
    own = schema.read_form(specs, post, prefix="own")
    typed = {spec.key: _decision(post, spec.key, own.get(spec.key)) for spec in specs}
    return {key: decision for key, decision in typed.items() if replace(decision, ms_to_decide=None) != Decision()}


def text(spec, decision):
    """A decision in a line: verdict, own value, reason."""
    words = [TITLES.get(decision.verdict, ""), _value(spec, decision.value), REASON_CODES.get(decision.reason_code, "")]
    return ", ".join(str(part) for part in words if part)


def _decision(post, key, value):
    # How long the question took to decide; informative only, so what cannot be read is no answer
    text = post.get(f"ms-{key}", "")
    readable = text.isascii() and text.isdigit() and len(text) < 10
    return Decision(
        verdict=post.get(f"verdict-{key}", ""),
        value=value,
        reason_code=post.get(f"reason-{key}", ""),
        note=post.get(f"note-{key}", ""),
        without_quote=bool(post.get(f"checked-{key}")),
        ms_to_decide=min(int(text), LONGEST_MS) if readable else None,
    )


def _value(spec, value):
    """A value as people read it; a draft may hold what is not valid yet, which is shown as typed."""
    if value is None:
        return ""
    label_type = label_types[spec.label_type]
    try:
        return label_type.display(spec.config, label_type.clean(spec.config, value))
    except InvalidInput:
        return str(value)
