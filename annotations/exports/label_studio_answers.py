"""Results of Label Studio's JSON format as answers to the questions of a form.

Offsets of labels in a text count code points since October 2021 and counted UTF-16 units before. The quote that comes
with a result decides which of the two is meant; without a quote they are code points.
"""

from annotations.labels.measures import SETS
from annotations.labels.types import registry as label_types
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

READABLE = ("choices", "rating", "number", "textarea", "labels", "pairwise", "ranker", "taxonomy", "datetime")


class BadResult(InvalidInput):
    """A result that a question of its name cannot take; `index` is its position in the list."""

    def __init__(self, index, message):
        super().__init__(message, code="bad_result")
        self.index = index


def answers_of(results, specs, *, names, texts):
    """{question key: value, not yet checked against its question} of a list of results.

    `names` is {from_name: question key}, `texts` {field: text} of the item. Results of other names or of types that
    are not READABLE are passed over: whoever imports keeps them as they are.
    """
    by_key = {spec.key: spec for spec in specs}
    answers = {}
    for index, result in enumerate(results):
        spec = by_key.get(names.get(result.get("from_name"))) if is_readable(result) else None
        if spec is None:
            continue
        value = _value(index, spec, result, texts)
        if label_types[spec.label_type].marks_passages:
            answers.setdefault(spec.key, []).append(value)
        elif spec.key in answers:
            text = _("The control %(name)s has more than one result.")
            raise BadResult(index, text % {"name": f"{result['from_name']!r}"})
        else:
            answers[spec.key] = value
    return answers


def justifications_of(results, names):
    """{question key: text} of the notes under `meta` of results."""
    found = {}
    for result in results:
        key = names.get(result.get("from_name")) if is_readable(result) else None
        lines = result.get("meta", {}).get("text") if isinstance(result.get("meta"), dict) else None
        if key and key not in found and isinstance(lines, list) and all(isinstance(line, str) for line in lines):
            found[key] = "\n".join(lines)
    return found


def is_readable(result):
    """Whether a result is an answer of a known type, and not one that is tied to a region of another result."""
    return (
        isinstance(result, dict)
        and result.get("type") in READABLE
        and isinstance(result.get("value"), dict)
        and isinstance(result.get("from_name"), str)
        and (result["type"] == "labels" or "start" not in result["value"])
    )


def _value(index, spec, result, texts):
    value, kind = result["value"], result["type"]
    label_type = label_types[spec.label_type]
    if label_type.marks_passages:
        return _span(index, result, texts)
    if kind in ("choices", "taxonomy"):
        chosen = value.get("choices", value.get("taxonomy"))
        if label_type.level(spec.config) == SETS or not isinstance(chosen, list):
            return chosen
        if len(chosen) != 1:
            text = _("The control %(name)s takes one choice; the result has %(n)s.")
            raise BadResult(index, text % {"name": f"{spec.key!r}", "n": len(chosen)})
        return chosen[0]
    if kind == "textarea":
        return _text(spec, value.get("text"))
    if kind == "pairwise":
        return {"left": "first", "right": "second"}.get(value.get("selected"), value.get("selected"))
    return value.get(kind)


def _text(spec, lines):
    """The text of a textarea, several lines joined; for questions that are no text, the JSON it holds."""
    text = "\n".join(lines) if isinstance(lines, list) and all(isinstance(line, str) for line in lines) else lines
    if label_types[spec.label_type].is_free_text or not isinstance(text, str):
        return text
    try:
        return strict_json.loads(text)
    except strict_json.BadJson:
        return text


def _span(index, result, texts):
    """The span of a `labels` result, in code points of one of the item's texts."""
    value = result["value"]
    start, end, quote = value.get("start"), value.get("end"), value.get("text")
    if not all(isinstance(offset, int) and not isinstance(offset, bool) for offset in (start, end)):
        raise BadResult(index, _("The result has no whole numbers as start and end."))
    labels = value.get("labels", [])
    if not isinstance(labels, list) or len(labels) > 1:
        raise BadResult(index, _("A span takes one label."))
    for field in _fields(result.get("to_name"), texts):
        for found in _readings(texts[field], start, end):
            if quote in (None, texts[field][found.start : found.stop]) and found.stop <= len(texts[field]):
                span = {
                    "field": field,
                    "start": found.start,
                    "end": found.stop,
                    "quote": texts[field][found.start : found.stop],
                }
                return span | ({"label": labels[0]} if labels else {})
    text = _("No text of the item contains %(quote)s at %(start)s to %(end)s.")
    raise BadResult(index, text % {"quote": f"{str(quote)[:60]!r}", "start": start, "end": end})


def _fields(to_name, texts):
    """The fields a result may mean: those that end in the name of its object first."""
    named = [field for field in texts if to_name in (field, field.removeprefix("input."), field.replace(".", "_"))]
    return [*named, *(field for field in texts if field not in named)]


def _readings(text, start, end):
    """The range of code points that two offsets mean: as they are, then as UTF-16 units."""
    if 0 <= start < end:
        yield range(start, end)
        if 2 * end <= len(text.encode("utf-16-le")):
            yield range(code_points(text, start), code_points(text, end))


def code_points(text, utf16_offset):
    """How many code points of `text` come before an offset that counts UTF-16 units."""
    units = text.encode("utf-16-le")[: 2 * utf16_offset]
    return len(units.decode("utf-16-le", "ignore"))
