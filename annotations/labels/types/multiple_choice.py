"""Multiple choice: a set of options, compared as a set."""

import re

from annotations.labels.base import LabelType, bad_value, wrong_size
from annotations.labels.options import (
    none_applies,
    option_label,
    option_labels,
    option_rows,
    option_schema,
    option_values,
    read_options,
    valid_options,
)
from annotations.labels.reading import ObjectReader
from annotations.labels.settings import NumberSetting, options_table
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext

BETWEEN = re.compile(r"\s*[|;]\s*")  # what separates options in a cell


@registry.register("multiple_choice")
class MultipleChoice(LabelType):
    """Config: `options`, `min_selected`, `max_selected`. Value: list of option values in the declared order.

    With `min_selected` 0 an empty list is an answer: none applies. It is given by a box of its own; nothing ticked at
    all is no answer.
    """

    key = "multiple_choice"
    title = gettext_noop("Multiple choice")
    aliases_when_multiple = ("classification",)
    consensus = "per_option"
    scripts = ("js/annotations/labels/none.js",)

    @property
    def settings(self):
        start = tuple({"value": f"option_{n}", "label": _("Option %(n)s") % {"n": n}} for n in (1, 2, 3))
        return (
            options_table(start=start),
            NumberSetting("min_selected", _("At least"), placeholder="1"),
            NumberSetting("max_selected", _("At most"), placeholder=_("all")),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        options = read_options(reader, minimum=1)
        count = len(options)
        minimum = reader.number("min_selected", 1, minimum=0, maximum=count, whole=True)
        maximum = reader.number("max_selected", count, minimum=max(minimum, 1), maximum=count, whole=True)
        reader.end()
        return {"options": options, "min_selected": minimum, "max_selected": maximum}

    def level(self, config):
        return "sets"

    def clean(self, config, value):
        if not isinstance(value, list):
            raise bad_value(value, _("a list of %(values)s") % {"values": valid_options(config)})
        values = option_values(config)
        for entry in value:
            if not isinstance(entry, str) or entry not in values:
                raise bad_value(entry, valid_options(config))
        chosen = [option for option in values if option in value]
        if len(chosen) != len(value):
            raise bad_value(value, _("each option at most once"))
        if not config["min_selected"] <= len(chosen) <= config["max_selected"]:
            met = ngettext("%(n)s option is chosen", "%(n)s options are chosen", len(chosen)) % {"n": len(chosen)}
            raise wrong_size(met, _amount(config))
        return chosen

    def from_consensus(self, config, value):
        return [option for option in option_values(config) if option in value]

    def clean_part(self, config, part):
        if not isinstance(part, str) or part not in option_values(config):
            raise bad_value(part, valid_options(config))
        return part

    def is_empty(self, config, value):
        return value is None or (value == [] and config["min_selected"] > 0)

    def display(self, config, value):
        return ", ".join(option_label(config, entry) for entry in value) or _("None")

    def listed_values(self, config):
        return option_labels(config)

    def from_listed(self, config, texts):
        return list(dict.fromkeys(texts))

    def from_condition(self, test, text):
        if test not in ("is", "is_not"):
            return text
        return [part.strip() for part in text.split(",") if part.strip()]

    def json_schema(self, config):
        return {
            "type": "array",
            "items": option_schema(config),
            "minItems": config["min_selected"],
            "maxItems": config["max_selected"],
            "description": "Each option at most once.",
        }

    def from_form(self, config, values):
        """All ticked values; an empty one is that of the box "None"."""
        ticked = [value for value in values if value]
        return ticked if ticked or (values and config["min_selected"] == 0) else None

    def from_cell(self, config, text):
        return [part for part in BETWEEN.split(text.strip()) if part]

    def to_label_studio(self, value):
        return "choices", {"choices": value}

    def hint(self, config):
        """Nothing when any number of options may be ticked."""
        if config["min_selected"] <= 1 and config["max_selected"] == len(config["options"]):
            return ""
        return _("Choose %(amount)s.") % {"amount": _amount(config)}

    def control(self, config, value, *, name, required):
        selected = value if isinstance(value, list) else [value]
        rows = option_rows(config, selected, name=name)
        if config["min_selected"] == 0:
            rows.append(none_applies(config, name=name, checked=value == []))
        return {"rows": rows, "least": str(config["min_selected"])}


def _amount(config):
    low, high = config["min_selected"], config["max_selected"]
    bounds = {"low": low, "high": high}
    if low == high:
        return ngettext("exactly %(low)s option", "exactly %(low)s options", high) % bounds
    return ngettext("%(low)s to %(high)s option", "%(low)s to %(high)s options", high) % bounds
