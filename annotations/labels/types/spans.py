"""Spans: passages of the item's texts, each with a label."""

import json
from typing import Any

from annotations.content import letters, quotes
from annotations.labels.base import LabelType, bad_value, posted, wrong_size
from annotations.labels.options import (
    option_label,
    option_labels,
    option_rows,
    option_schema,
    option_values,
    read_options,
    valid_options,
)
from annotations.labels.reading import ObjectReader, listed, not_valid, shown, unstorable
from annotations.labels.settings import Lines, NumberSetting, options_table
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext

MAX_SPANS = 200
MAX_FIELDS = 50
SPAN_FIELDS = ("field", "start", "end", "quote", "label")


@registry.register("spans")
class Spans(LabelType):
    """Config: `options` (the labels), `texts` (names of texts, with all below them; none: all), `min_spans`,
    `max_spans`. With `min_spans` 0 an empty list is an answer: there is nothing to mark.

    Value: a list of {field, start, end, quote, label} in reading order; passages may overlap. Offsets count code
    points of the stored text, from 0, the end excluded, and `quote` is that text. A span without field and offsets is
    looked up by its quote, which must be there word for word; quotation marks, blanks and capitals may differ.

    There is no level, number or consensus: how near two passages are is a measure of its own.
    """

    key = "spans"
    title = gettext_noop("Passages with labels")
    needs_item = True
    marks_passages = True
    scripts = ("js/annotations/content/passages.js", "js/annotations/labels/selection.js")

    @property
    def settings(self):
        return (
            options_table(
                label=_("Passage labels"), add=_("Add a label"), start=({"value": "error", "label": _("Error")},)
            ),
            NumberSetting("min_spans", _("At least"), _("0 = none required"), placeholder="1"),
            NumberSetting("max_spans", _("At most"), placeholder="200"),
            Lines(
                "texts",
                _("Texts to mark"),
                _("One per line, such as output or input.context. Default: all."),
                optional=True,
                wide=True,
            ),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        options = read_options(reader, minimum=1)
        minimum = reader.number("min_spans", 1, minimum=0, maximum=MAX_SPANS, whole=True)
        cleaned = {
            "options": options,
            "min_spans": minimum,
            "max_spans": reader.number("max_spans", MAX_SPANS, minimum=max(minimum, 1), maximum=MAX_SPANS, whole=True),
        }
        if reader.has("texts"):
            fields = reader.array("texts", minimum=1, maximum=MAX_FIELDS, of=_("names of texts"))
            for index, field in enumerate(fields):
                if not isinstance(field, str) or not field.strip() or unstorable(field):
                    raise not_valid(reader.at(f"texts[{index}]"), field, _('the name of a text such as "output"'))
            cleaned["texts"] = list(dict.fromkeys(fields))
        reader.end()
        return cleaned

    def clean(self, config, value):
        """The shape alone; where a passage stands, and whether it does, only the item can say."""
        if not isinstance(value, list):
            raise bad_value(value, _("a list of passages, each with quote and label"))
        if not config["min_spans"] <= len(value) <= config["max_spans"]:
            bounds = {"low": config["min_spans"], "high": config["max_spans"]}
            raise wrong_size(_counted(len(value)), _("%(low)s to %(high)s") % bounds)
        return [_shaped(config, span, _passage(number)) for number, span in enumerate(value, start=1)]

    def clean_beside(self, config, value, item):
        texts = {part.field: part.text for part in item.texts() if is_markable(config, part.field)}
        spans = []
        for number, span in enumerate(self.clean(config, value), start=1):
            found = _located(span, texts, _passage(number))
            if found not in spans:
                spans.append(found)
        fields, labels = list(texts), option_values(config)
        spans.sort(
            key=lambda span: (fields.index(span["field"]), span["start"], span["end"], labels.index(span["label"]))
        )
        if len(spans) < config["min_spans"]:
            met = _("%(passages)s, counted once each") % {"passages": _counted(len(spans))}
            raise wrong_size(met, _("at least %(n)s") % {"n": config["min_spans"]})
        return spans

    def is_empty(self, config, value):
        return value is None or (value == [] and config["min_spans"] > 0)

    def clean_part(self, config, part):
        """A label: conditions may ask whether a passage has it."""
        if not isinstance(part, str) or part not in option_values(config):
            raise bad_value(part, valid_options(config))
        return part

    def contains(self, config, value, part):
        return any(span["label"] == part for span in value)

    def display(self, config, value):
        words = (f"{option_label(config, span['label'])}: “{span['quote']}”" for span in value)
        return "; ".join(words) or _("No passage")

    def listed_values(self, config):
        """The labels of passages."""
        return option_labels(config)

    def moved(self, config, value, paired):
        labels = [paired.get(span["label"]) for span in value]
        moved = [span | {"label": label} for span, label in zip(value, labels, strict=True)]
        return None if None in labels else moved

    def from_condition(self, test, text):
        return text

    def json_schema(self, config):
        """Quotes with labels: models count characters badly, so the places are looked up here."""
        quote = {"type": "string", "description": "A passage copied from the material, character by character."}
        return {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"quote": quote, "label": option_schema(config)},
                "required": ["quote", "label"],
                "additionalProperties": False,
            },
            "minItems": config["min_spans"],
            "maxItems": config["max_spans"],
        }

    def from_form(self, config, values):
        """The spans posted as JSON; what is none is kept as the text it is, for `clean` to refuse."""
        spans = [_read(text) for text in values if text.strip()]
        return spans if spans or config["min_spans"] == 0 else None

    def read(self, config, post, name):
        """The spans, and one more from the fields for a typed quote and its label."""
        quote, label = posted(post.getlist(f"{name}.quote")), posted(post.getlist(f"{name}.label"))
        spans = self.from_form(config, post.getlist(name))
        if quote is None:
            return spans
        typed = {"quote": quote.replace("\r\n", "\n") if isinstance(quote, str) else quote, "label": label or ""}
        return [*(spans or []), typed]

    def hint(self, config):
        low, high = config["min_spans"], config["max_spans"]
        if low <= 1 and high == MAX_SPANS:
            return ""
        if low == high:
            return _("Mark exactly %(passages)s.") % {"passages": _counted(low)}
        return _("Mark %(low)s to %(high)s passages.") % {"low": low, "high": high}

    def control(self, config, value, *, name, required):
        """`labels` as rows of radio buttons with letter and hue, the first one chosen; `spans` as ticked boxes."""
        labels = option_rows(config, option_values(config)[:1], name=f"{name}-label")
        for position, row in enumerate(labels):
            row |= {"letter": letters.letter(position), "hue": letters.hue(position)}
        styles = {row["value"]: row for row in labels}
        spans = [span for span in value if isinstance(span, dict)] if isinstance(value, list) else []
        return {
            "labels": labels,
            "spans": [_shown(span, styles, f"{name}-span-{index}") for index, span in enumerate(spans)],
            "fields": " ".join(config.get("texts", ())),
            "typed_id": f"{name}-typed",
            "least": str(config["min_spans"]),
            "control_id": labels[0]["id"],
        }


def is_markable(config, field):
    names = config.get("texts")
    return names is None or any(field == name or field.startswith(f"{name}.") for name in names)


def _shaped(config, span, name):
    if not isinstance(span, dict) or set(span) - set(SPAN_FIELDS):
        met = _("%(passage)s is %(met)s") % {"passage": name, "met": shown(span)}
        raise wrong_size(met, _("an object with %(names)s") % {"names": listed(SPAN_FIELDS)})
    quote, label = span.get("quote"), span.get("label")
    if not isinstance(quote, str) or not quote.strip() or unstorable(quote):
        met = _("%(passage)s has the quote %(quote)s") % {"passage": name, "quote": shown(quote)}
        raise wrong_size(met, _("the text of the passage"))
    if not isinstance(label, str) or label not in option_values(config):
        met = _("%(passage)s has the label %(label)s") % {"passage": name, "label": shown(label)}
        raise wrong_size(met, valid_options(config))
    position: dict[str, Any] = {part: span.get(part) for part in SPAN_FIELDS[:3]}
    if all(part is None or part == "" for part in position.values()):
        return {"quote": quote, "label": label}
    fits = isinstance(position["field"], str) and type(position["start"]) is int and type(position["end"]) is int
    if not fits or not 0 <= position["start"] < position["end"]:
        met = {"passage": name} | {part: shown(value) for part, value in position.items()}
        raise wrong_size(
            _("%(passage)s is at %(field)s, %(start)s to %(end)s") % met,
            _("the name of a text, a start from 0, and an end after it; or none of them"),
        )
    return position | {"quote": quote, "label": label}


def _located(span, texts, name):
    """The span at its place in the stored text, whose words are its quote."""
    quote = span["quote"]
    if "field" not in span:
        match = quotes.verify(quote, texts)
        if match.match not in ("exact", "whitespace"):
            near = " " + _("The nearest is %(quote)s.") % {"quote": shown(match.found)} if match.found else ""
            message = _("%(passage)s, %(quote)s, is not in the item verbatim.")
            raise InvalidInput(message % {"passage": name, "quote": shown(quote)} + near, code="invalid_labels")
    elif span["field"] not in texts:
        met = _("%(passage)s lies in %(field)s") % {"passage": name, "field": shown(span["field"])}
        raise wrong_size(met, listed(texts))
    else:
        match = quotes.at(quote, texts, field=span["field"], start=span["start"], end=span["end"])
        if match is None:
            there = texts[span["field"]][span["start"] : span["end"]]
            met = _("%(passage)s, %(quote)s, does not match %(field)s at %(start)s to %(end)s")
            raise wrong_size(
                met % (span | {"passage": name, "quote": shown(quote)}),
                _("the text there, %(words)s") % {"words": shown(there)},
            )
    return {
        "field": match.field,
        "start": match.start,
        "end": match.end,
        "quote": match.found,
        "label": span["label"],
    }


def _read(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def _shown(span, styles, row_id):
    """A span as a ticked box; taking the tick away takes the span away, with and without scripts."""
    style = styles.get(span.get("label")) if isinstance(span.get("label"), str) else None
    return {
        "id": row_id,
        "value": json.dumps(span, ensure_ascii=False),
        "text": str(span.get("quote", "")),
        "label": style["label"] if style else "",
        "letter": style["letter"] if style else "",
        "hue": style["hue"] if style else 0,
        "placed": span.get("start") is not None,
    }


def _counted(count):
    return ngettext("%(n)s passage", "%(n)s passages", count) % {"n": count}


def _passage(number):
    return _("Passage %(number)s") % {"number": number}
