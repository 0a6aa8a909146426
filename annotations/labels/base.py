"""What every label type answers: its config, its values, its level of measurement and its widget."""

from dataclasses import dataclass

from annotations.labels.reading import is_number, shown, typed_number
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

USUAL = "single_choice"  # what a new question is until another type is chosen


@dataclass(frozen=True)
class BothOrders:
    """What was said with the outputs in the stored order (`first`) and in the other one (`second`, in terms of the
    stored order), and the `value` that both come to; None where they disagree and no tie may be said.

    `place`: first or second where the output shown there was preferred in both orders, whichever it was; else empty.
    """

    first: object
    second: object
    value: object
    is_consistent: bool
    place: str = ""


class LabelType:
    """Base of the label types. A config is the cleaned dict of `clean_config`; a value is a JSON value.

    Methods that take a value, except `clean`, `is_empty` and `control`, expect one that `clean` returned.
    """

    key = ""  # also the name of its template: templates/annotations/labels/<key>.html
    title = ""  # marked by gettext_noop; whoever shows it calls gettext
    aliases = ()  # other names of the type in a schema
    aliases_when_multiple = ()  # other names of the type in a schema that says `"multiple": true` too
    consensus = None  # key of an `annotations.consensus.methods`, or None: how several people's values become one
    needs_item = False  # whether values are checked against the item too, by `clean_beside`
    inside_turns = False  # whether the type may be asked of each turn of a conversation
    is_positional = False  # whether a value says which of the item's outputs, in their order, is meant
    is_free_text = False  # whether a value is a text of the annotator's own, which no figure counts
    marks_passages = False  # whether a value is a list of passages of the item's texts
    scripts = ()  # static files that make the widget more comfortable; it works without them

    @property
    def template(self):
        return f"annotations/labels/{self.key}.html"

    @property
    def settings(self):
        """What the builder offers: `annotations.labels.settings` in the order in which they are drawn.

        Without any, as here, the settings of a question are written as JSON.
        """
        return ()

    def drawn_settings(self, typed):
        """The settings that count, given what was typed; all of them, as here, unless some depend on others."""
        return self.settings

    def clean_config(self, config):
        """The canonical config; InvalidInput with the path of the first mistake in `details`."""
        raise NotImplementedError

    def level(self, config):
        """ "nominal", "ordinal", "interval", "ratio", "sets" or None: how values may be compared. None here."""

    def clean(self, config, value):
        """The value as it is stored; InvalidInput says what is wrong. Never turns one JSON type into another."""
        raise NotImplementedError

    def clean_beside(self, config, value, item):
        """`clean`, and what can be checked only against the item, an ItemContent."""
        return self.clean(config, value)

    def is_empty(self, config, value):
        """Whether a value of the right JSON type says nothing, like a text of blanks."""
        return value is None

    def number(self, config, value):
        """The value on a number line, or None where the type has none, as here."""

    def from_consensus(self, config, value):
        """The value that a number on the line, or a set of options, stands for: the way back from `number`."""
        return int(value) if float(value).is_integer() else float(value)

    def domain(self, config):
        """Every number that `number` can return, in order, or None when they cannot be listed, as here."""

    def bounds(self, config):
        """The least and the greatest number that `number` can return; None where there is no such, as here."""
        return None, None

    def display(self, config, value):
        return str(value)

    def comparison_needs(self, config, shown):
        """What a question that compares outputs needs, in words, if a task that shows so many is unfit; else ""."""
        return ""

    def listed_values(self, config):
        """{value as text: its words} where the values, or what they are made of, can be listed; None here."""

    def from_listed(self, config, texts):
        """The value that some of `listed_values` make; None where they make none."""
        return texts[0] if len(texts) == 1 else None

    def moved(self, config, value, paired):
        """A value of another question of this type as a value of this one; None where it cannot be.

        paired: {one of its `listed_values`: one of those of this question, or None}.
        """
        texts = [paired.get(text) for text in listed_texts(value)]
        return None if None in texts else self.from_listed(config, texts)

    def clean_part(self, config, part):
        """What a condition may look for inside a value; InvalidInput where values have no parts, as here."""
        message = _("Answers of type %(type)s have no parts. Valid: %(valid)s.")
        raise InvalidInput(message % {"type": repr(self.key), "valid": "is, is_not, answered"})

    def contains(self, config, value, part):
        """Whether the value holds a part that `clean_part` returned."""
        return part in value

    def from_condition(self, test, text):
        """What was typed beside a test of a condition, such as "is", as the JSON value that it compares with."""
        return typed_number(text)

    def winner(self, config, value):
        """Which of two outputs the value prefers, first or second; "" for neither and for types that compare none."""
        return ""

    def json_schema(self, config):
        """JSON Schema of what a model answers, within what providers accept for structured output."""
        raise NotImplementedError

    def from_machine(self, config, value):
        """The value that a model's answer stands for; the answer itself where `json_schema` describes values."""
        return value

    def from_form(self, config, values):
        """The value posted by the widget: typed where the texts allow it, None when nothing was answered.

        What cannot be read is handed on as it is, so that a draft keeps it and `clean` refuses it.
        """
        return posted(values)

    def from_cell(self, config, text):
        """The value in a cell of a table, which is neither blank nor JSON; what cannot be read is handed on."""
        return self.from_form(config, [text])

    def to_label_studio(self, value):
        """(type, value) of a result of Label Studio's format; a textarea that holds the JSON, as here, fits all."""
        return "textarea", {"text": [strict_json.dumps(value)]}

    def read(self, config, post, name):
        """The value in a posted form; for types of several fields, which are named `<name>.<part>`.

        `post` has `getlist` and its keys, as a QueryDict has.
        """
        return self.from_form(config, post.getlist(name))

    def hint(self, config):
        """One short sentence on what is accepted, or an empty text."""
        return ""

    def both_orders(self, config, value, swapped):
        """The BothOrders of a value and of another that was given with the outputs in the other order.

        For a type that `is_positional`.
        """
        raise NotImplementedError

    def control(self, config, value, *, name, required):
        """What the widget's template shows beside the question itself: plain texts and flags only."""
        raise NotImplementedError

    def scale_ends(self, config, value):
        """The least and the greatest number of the scale that a value is a point of, as text; None for other values."""
        domain = self.domain(config)
        return (f"{domain[0]:g}", f"{domain[-1]:g}") if domain and is_number(value) else None

    def display_beside(self, config, value, *, seed):
        """`display` as the annotator saw the outputs that are compared, in the order of their seed."""
        return self.display(config, value)

    def control_beside(self, config, value, *, name, required, item, seed):
        """`control` for types that draw the item's own parts. item: an ItemContent, None in previews.

        seed: of the annotator's order of the outputs that are compared.
        """
        return self.control(config, value, name=name, required=required)


def posted(values):
    """The one text posted under a name, None when it is absent or blank, the list when there are several."""
    given = [value for value in values if value.strip()]
    if not given:
        return None
    return given[0] if len(given) == 1 else given


def listed_texts(value):
    """Each part of a value as `listed_values` writes it."""
    parts = value if isinstance(value, list) else [value]
    return [part if isinstance(part, str) else number_text(part) for part in parts]


def number_of(text):
    """The number that an entry of `listed_values` stands for."""
    return float(text) if "." in text else int(text)


def number_text(value):
    """A number as a form field and a sentence show it, without grouping; other texts as they are."""
    return value if isinstance(value, str) else str(value) if is_number(value) else ""


def bad_value(value, valid):
    """The InvalidInput of an answer: what it is and what is valid."""
    message = _("The answer is %(met)s. Valid: %(valid)s.") % {"met": shown(value), "valid": valid}
    return InvalidInput(message, code="invalid_labels")


def wrong_size(met, valid):
    """The InvalidInput of an answer of the right kind and the wrong size."""
    return InvalidInput(_("%(met)s. Valid: %(valid)s.") % {"met": met, "valid": valid}, code="invalid_labels")


def invalid_labels(mistakes):
    """The InvalidInput of a whole form; mistakes: {question key: text}."""
    first = [f"{key}: {text}" for key, text in list(mistakes.items())[:3]]
    more = " " + _("And %(n)s more.") % {"n": len(mistakes) - 3} if len(mistakes) > 3 else ""
    return InvalidInput(" ".join(first) + more, code="invalid_labels", details={"fields": mistakes})
