"""Single choice: one of several options, in an order that means something or not."""

from annotations.labels.base import LabelType, bad_value
from annotations.labels.options import (
    no_answer,
    option_label,
    option_labels,
    option_rows,
    option_schema,
    option_values,
    read_options,
    valid_options,
)
from annotations.labels.reading import ObjectReader
from annotations.labels.settings import Flag, options_table
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@registry.register("single_choice")
class SingleChoice(LabelType):
    """Config: `options` [{value, label, description, key}] and `ordered`. Value: the value of one option."""

    key = "single_choice"
    title = gettext_noop("Single choice")
    aliases = ("classification",)
    consensus = "majority"
    inside_turns = True

    @property
    def settings(self):
        return (
            options_table(),
            Flag("ordered", _("Options are ordered, for example from best to worst"), wide=True),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned = {"ordered": reader.flag("ordered", False), "options": read_options(reader, minimum=2)}
        reader.end()
        return cleaned

    def level(self, config):
        return "ordinal" if config["ordered"] else "nominal"

    def clean(self, config, value):
        if not isinstance(value, str) or value not in option_values(config):
            raise bad_value(value, valid_options(config))
        return value

    def number(self, config, value):
        """The place of the option in the declared order, from 0."""
        return float(option_values(config).index(value))

    def from_consensus(self, config, value):
        return option_values(config)[int(value)]

    def domain(self, config):
        return tuple(float(place) for place in range(len(config["options"])))

    def display(self, config, value):
        return option_label(config, value)

    def listed_values(self, config):
        return option_labels(config)

    def from_condition(self, test, text):
        return text

    def json_schema(self, config):
        return option_schema(config)

    def to_label_studio(self, value):
        return "choices", {"choices": [value]}

    def control(self, config, value, *, name, required):
        rows = option_rows(config, [value], name=name)
        clear = [] if required else [no_answer(name=name)]
        return {"radios": True, "rows": rows + clear}
