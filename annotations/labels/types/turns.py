"""Turns: one question asked of each turn of the assistant in a conversation."""

from dataclasses import replace

from annotations.content.embedded_json import parsed
from annotations.content.messages import messages
from annotations.labels.base import USUAL, LabelType, bad_value, wrong_size
from annotations.labels.reading import ObjectReader, listed, not_valid, under
from annotations.labels.settings import Pick
from annotations.labels.types import registry
from evalhub.lib import markdown_parser
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

EXCERPT = 80
SAMPLE = (2, 4)  # turns drawn in a preview, where there is no item yet


@registry.register("turns")
class Turns(LabelType):
    """Config: `ask`, the config of another label type with its `type`, such as {"type": "rating", "scale": {...}}.

    Value: {number of the turn: value of the inner type}, every turn of the assistant in the first conversation of the
    item. Numbers are texts, as keys of JSON are, and count all messages from 1, as the page does.

    There is no level, number or consensus: an item has as many answers as turns, and those of one conversation hang
    together, so they are not so many independent items.
    """

    key = "turns"
    title = gettext_noop("Question for each turn")
    needs_item = True
    scripts = ("js/annotations/labels/lines.js", "js/annotations/labels/turns.js")

    @property
    def settings(self):
        """Which type is asked of each turn, and the settings of all that may be."""
        inside = self._inside()
        found = {setting.name: setting for key in inside for setting in self._inner_settings(key)}
        choices = tuple((key, _(inside[key].title)) for key in inside)
        kind = Pick("ask_type", _("Question for each turn"), path=("ask", "type"), choices=choices, redraws=True)
        return (kind, *found.values())

    def drawn_settings(self, typed):
        kind, inside = typed["ask_type"], self._inside()
        return (self.settings[0], *self._inner_settings(kind if kind in inside else next(iter(inside))))

    def _inside(self):
        """{key: type} of those that may be asked of a turn, the usual one first."""
        found = sorted(registry.items(), key=lambda pair: pair[0] != USUAL)
        return {key: each for key, each in found if each.inside_turns}

    def _inner_settings(self, key):
        return [replace(setting, path=("ask", *setting.config_path)) for setting in registry[key].settings]

    def clean_config(self, config):
        reader = ObjectReader(config)
        ask = ObjectReader(reader.mapping("ask"), reader.at("ask"))
        reader.end()
        kind, valid = ask.text("type"), self._inside()
        if kind not in valid:
            raise not_valid("ask.type", kind, listed(valid))
        with under("ask"):
            return {"ask": {"type": kind, **registry[kind].clean_config(ask.rest())}}

    def clean(self, config, value):
        """The shape and the values; which turns there are only the item can say."""
        if not isinstance(value, dict) or not all(_is_number(turn) for turn in value):
            valid = _("an object with the numbers of turns, such as %(example)s")
            raise bad_value(value, valid % {"example": '{"2": ...}'})
        inner, inner_config = _inner(config)
        cleaned = {}
        for turn in sorted(value, key=int):
            try:
                cleaned[turn] = inner.clean(inner_config, value[turn])
            except InvalidInput as error:
                message = _("Turn %(number)s: %(answer)s") % {"number": turn, "answer": error.message}
                raise InvalidInput(message, code="invalid_labels") from error
        return cleaned

    def clean_beside(self, config, value, item):
        cleaned = self.clean(config, value)
        there = [str(number) for number, _excerpt_shown in _assistant_turns(item)]
        if not there:
            raise wrong_size(_("This item has no conversation"), _("items with assistant turns; flag this item"))
        unknown = [turn for turn in cleaned if turn not in there]
        if unknown:
            met = _("There is no turn %(turns)s of the assistant") % {"turns": listed(unknown)}
            raise wrong_size(met, listed(there))
        missing = [turn for turn in there if turn not in cleaned]
        if missing:
            met = _("Turn %(turns)s has no answer") % {"turns": listed(missing)}
            raise wrong_size(met, _("an answer for each turn of the assistant"))
        return cleaned

    def is_empty(self, config, value):
        return value is None or value == {}

    def display(self, config, value):
        inner, inner_config = _inner(config)
        return ", ".join(
            _("Turn %(number)s: %(answer)s") % {"number": turn, "answer": inner.display(inner_config, answer)}
            for turn, answer in value.items()
        )

    def json_schema(self, config):
        """A list of turns with their values: an object whose keys are not known beforehand fits no provider."""
        inner, inner_config = _inner(config)
        number = {"type": "integer", "minimum": 1, "description": "The place of the message, counting all from 1."}
        return {
            "type": "array",
            "description": "One entry for each message of the assistant.",
            "items": {
                "type": "object",
                "properties": {"turn": number, "value": inner.json_schema(inner_config)},
                "required": ["turn", "value"],
                "additionalProperties": False,
            },
            "minItems": 1,
        }

    def from_machine(self, config, value):
        """{turn: value} of the list; a list that names a turn twice stays as it is, to be refused."""
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            return value
        answers = {str(entry.get("turn")): entry.get("value") for entry in value}
        return answers if len(answers) == len(value) else value

    def from_form(self, config, values):
        """Nothing: each turn posts a field of its own."""

    def read(self, config, post, name):
        inner, inner_config = _inner(config)
        answers = {
            field[len(name) + 1 :]: inner.from_form(inner_config, post.getlist(field))
            for field in post
            if field.startswith(f"{name}.")
        }
        return {turn: answer for turn, answer in answers.items() if answer is not None} or None

    def control(self, config, value, *, name, required):
        return self.control_beside(config, value, name=name, required=required, item=None, seed=0)

    def control_beside(self, config, value, *, name, required, item, seed):
        """`turns`, each with the `widget` of the inner type: rows, points or a typed number."""
        inner, inner_config = _inner(config)
        answers = value if isinstance(value, dict) else {}
        turns = [
            {
                "number": number,
                "excerpt": excerpt,
                "id": f"{name}-{number}",
                "is_sample": item is None,
                "widget": _keyless(
                    inner.control(inner_config, answers.get(str(number)), name=f"{name}.{number}", required=True)
                )
                | {"name": f"{name}.{number}", "required": required},
            }
            for number, excerpt in (_assistant_turns(item) if item else [(number, "") for number in SAMPLE])
        ]
        return {"turns": turns, "control_id": turns[0]["id"] if turns else name}


def _inner(config):
    """(label type, its config) of the question that is asked of each turn."""
    inner = dict(config["ask"])
    return registry[inner.pop("type")], inner


def _assistant_turns(item):
    """[(number, first words)] of the assistant's turns that say something, in the item's first conversation."""
    for part in item.texts():
        value = parsed(part.value)
        found = None if value is None else messages(value)
        if found is not None:
            turns = [
                (number, _excerpt(message)) for number, message in enumerate(found, 1) if message.role == "assistant"
            ]
            return [(number, excerpt) for number, excerpt in turns if excerpt]
    return []


def _excerpt(message):
    text = markdown_parser.words(message.text)
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}…"


def _keyless(control):
    """Digits choose inside the turn that has the focus, not in the whole question."""
    for row in [*control.get("rows", ()), *control.get("points", ())]:
        row |= {"digit": row["key"] if len(row["key"]) == 1 else "", "key": "", "key_hint": ""}
    return control


def _is_number(turn):
    return isinstance(turn, str) and turn.isascii() and turn.isdigit() and turn[0] != "0" and len(turn) < 6
