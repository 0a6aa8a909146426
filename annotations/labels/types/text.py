"""Text: what an annotator writes in their own words; stored exactly, compared by nobody."""

from annotations.labels.base import LabelType, bad_value, wrong_size
from annotations.labels.reading import ObjectReader, unstorable
from annotations.labels.settings import Flag, NumberSetting
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

DEFAULT_LENGTH = 10_000
MAX_LENGTH = 100_000


@registry.register("text")
class Text(LabelType):
    """Config: `max_length` in characters and `multiline`. Value: a text that is not blank."""

    key = "text"
    title = gettext_noop("Free text")
    is_free_text = True

    @property
    def settings(self):
        return (
            NumberSetting("max_length", _("Max length (characters)"), placeholder="10000"),
            Flag("multiline", _("Multi-line"), wide=True, usual=True),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned = {
            "max_length": reader.number("max_length", DEFAULT_LENGTH, minimum=1, maximum=MAX_LENGTH, whole=True),
            "multiline": reader.flag("multiline", True),
        }
        reader.end()
        return cleaned

    def clean(self, config, value):
        valid = _("a text of 1 to %(n)s characters") % {"n": config["max_length"]}
        if not isinstance(value, str) or not value.strip():
            raise bad_value(value, valid)
        if len(value) > config["max_length"]:
            raise wrong_size(_("The answer has %(n)s characters") % {"n": len(value)}, valid)
        if unstorable(value):
            raise bad_value(value, _("a text without NUL and without halves of surrogate pairs"))
        if not config["multiline"] and len(value.splitlines()) > 1:
            raise bad_value(value, _("a text of one line"))
        return value

    def clean_part(self, config, part):
        if not isinstance(part, str) or not part.strip() or unstorable(part):
            raise bad_value(part, _("a text that is not empty"))
        return part

    def contains(self, config, value, part):
        """Capitals aside."""
        return part.casefold() in value.casefold()

    def from_condition(self, test, text):
        return text

    def is_empty(self, config, value):
        return value is None or (isinstance(value, str) and not value.strip())

    def json_schema(self, config):
        return {"type": "string", "minLength": 1, "maxLength": config["max_length"]}

    def from_form(self, config, values):
        """Line ends as the annotator typed them: forms post every one as carriage return and line feed."""
        text = super().from_form(config, values)
        return text.replace("\r\n", "\n") if isinstance(text, str) else text

    def to_label_studio(self, value):
        return "textarea", {"text": [value]}

    def control(self, config, value, *, name, required):
        return {
            "input_id": f"{name}-input",
            "input_value": value if isinstance(value, str) else "",
            "max_length": str(config["max_length"]),
            "multiline": config["multiline"],
        }
