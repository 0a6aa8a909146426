"""What every label type answers: its config, its values, its level of measurement and its widget."""

from annotations.labels.reading import is_number, shown
from evalhub.lib.errors import InvalidInput


class LabelType:
    """Base of the label types. A config is the cleaned dict of `clean_config`; a value is a JSON value.

    Methods that take a value, except `clean`, `is_empty` and `control`, expect one that `clean` returned.
    """

    key = ""  # also the name of its template: templates/annotations/labels/<key>.html
    title = ""
    aliases = ()  # other names of the type in a schema
    consensus = None  # "majority", "median", "per_option" or None: how several people's values become one

    @property
    def template(self):
        return f"annotations/labels/{self.key}.html"

    def clean_config(self, config):
        """The canonical config; InvalidInput with the path of the first mistake in `details`."""
        raise NotImplementedError

    def level(self, config):
        """ "nominal", "ordinal", "interval", "ratio", "sets" or None: how values may be compared. None here."""

    def clean(self, config, value):
        """The value as it is stored; InvalidInput says what is wrong. Never turns one JSON type into another."""
        raise NotImplementedError

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

    def display(self, config, value):
        return str(value)

    def json_schema(self, config):
        """JSON Schema of one value, within what providers accept for structured output."""
        raise NotImplementedError

    def from_form(self, config, values):
        """The value posted by the widget: typed where the texts allow it, None when nothing was answered.

        What cannot be read is handed on as it is, so that a draft keeps it and `clean` refuses it.
        """
        return posted(values)

    def hint(self, config):
        """One short sentence on what is accepted, or an empty text."""
        return ""

    def control(self, config, value, *, name, required):
        """What the widget's template shows beside the question itself: plain texts and flags only."""
        raise NotImplementedError


def posted(values):
    """The one text posted under a name, None when it is absent or blank, the list when there are several."""
    given = [value for value in values if value.strip()]
    if not given:
        return None
    return given[0] if len(given) == 1 else given


def number_text(value):
    """A number as a form field and a sentence show it, without grouping; other texts as they are."""
    return value if isinstance(value, str) else str(value) if is_number(value) else ""


def bad_value(value, valid):
    """The InvalidInput of an answer: what it is and what is valid."""
    return InvalidInput(f"The answer is {shown(value)}. Valid: {valid}.", code="invalid_labels")


def wrong_size(met, valid):
    """The InvalidInput of an answer of the right kind and the wrong size."""
    return InvalidInput(f"{met}. Valid: {valid}.", code="invalid_labels")
