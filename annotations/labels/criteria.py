"""The criteria of a metric: what it measures, what some of its values stand for, and the steps of judging.

Stored as {"description": text, "anchors": [{"value", "text"}], "steps": [text]}. A question that copies the metric has
them as its help, where people read them and from where every judge is given them.
"""

from collections.abc import Mapping
from typing import Any

from annotations.labels.base import LabelType, number_text
from annotations.labels.reading import HELP_LENGTH, ObjectReader, listed, not_valid, refusal, shown
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

MOST_ANCHORS, MOST_STEPS = 50, 30
TEXT_LENGTH = 500


def clean(criteria: Mapping[str, Any], label_type: LabelType, config: Mapping[str, Any]) -> dict:
    """The canonical criteria; InvalidInput names the path of the first mistake below "criteria"."""
    reader = ObjectReader(criteria, "criteria")
    cleaned = {
        "description": reader.text("description", "", maximum=HELP_LENGTH, lines=True).strip(),
        "anchors": _anchors(reader, label_type, config),
        "steps": _steps(reader),
    }
    reader.end()
    if len(text(cleaned)) > HELP_LENGTH:
        problem = _("have %(n)s characters together. Valid: up to %(most)s.")
        raise refusal("criteria", problem % {"n": len(text(cleaned)), "most": HELP_LENGTH})
    return cleaned


def text(criteria: Mapping[str, Any]) -> str:
    """The help of a question with these criteria."""
    anchors = "\n".join(f"{number_text(each['value'])}: {each['text']}" for each in criteria.get("anchors", ()))
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(criteria.get("steps", ()), 1))
    return "\n\n".join(part for part in (criteria.get("description", ""), anchors, steps) if part)


def _anchors(reader, label_type, config):
    given = reader.array("anchors", minimum=0, maximum=MOST_ANCHORS, of=_("anchors")) if reader.has("anchors") else []
    anchors, seen = [], set()
    for index, each in enumerate(given):
        path = f"{reader.at('anchors')}[{index}]"
        anchor = ObjectReader(each, path)
        meaning = anchor.text("text", maximum=TEXT_LENGTH)
        rest = anchor.rest()
        if set(rest) != {"value"}:
            raise refusal(path, _("has other keys than value and text. Give these two."))
        value = _value(rest["value"], f"{path}.value", label_type, config)
        if number_text(value) in seen:
            raise refusal(f"{path}.value", _("is %(met)s, as before. Give each value once.") % {"met": shown(value)})
        seen.add(number_text(value))
        anchors.append({"value": value, "text": meaning})
    return anchors


def _value(value, path, label_type, config):
    """A value that the label type lists, as it writes it, or else one that it accepts."""
    choices = label_type.listed_values(config)
    if choices is not None:
        if number_text(value) not in choices:
            raise not_valid(path, value, listed(choices))
        return number_text(value)
    try:
        return label_type.clean(config, value)
    except InvalidInput as error:
        raise refusal(path, error.message) from error


def _steps(reader):
    given = reader.array("steps", minimum=0, maximum=MOST_STEPS, of=_("steps")) if reader.has("steps") else []
    read = ObjectReader({str(index): step for index, step in enumerate(given)})
    try:
        return [read.text(str(index), maximum=TEXT_LENGTH) for index in range(len(given))]
    except InvalidInput as error:
        path = f"{reader.at('steps')}[{error.details.get('path', '0')}]"
        raise refusal(path, error.details.get("problem", error.message)) from error
