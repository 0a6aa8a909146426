"""Number: a measured or counted quantity with its unit."""

from annotations.labels.base import LabelType, bad_value, number_text
from annotations.labels.reading import ObjectReader, is_number, numbers_between, refusal, tidy, typed_number
from annotations.labels.settings import Flag, NumberSetting, Setting
from annotations.labels.types import registry
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop


@registry.register("number")
class Number(LabelType):
    """Config: `min` and `max` (null is open), `integer`, `unit`, `ratio` (zero means none). Value: a number."""

    key = "number"
    title = gettext_noop("Number")
    consensus = "median"

    @property
    def settings(self):
        return (
            NumberSetting("min", _("At least"), optional=True),
            NumberSetting("max", _("At most"), optional=True),
            Setting("unit", _("Unit"), optional=True),
            Flag("integer", _("Whole numbers only"), wide=True),
            Flag("ratio", _("Zero means none (ratio scale)"), wide=True),
        )

    def clean_config(self, config):
        reader = ObjectReader(config)
        cleaned = {
            "min": reader.number("min", None),
            "max": reader.number("max", None),
            "integer": reader.flag("integer", False),
            "unit": reader.text("unit", "", maximum=40),
            "ratio": reader.flag("ratio", False),
        }
        reader.end()
        if None not in (cleaned["min"], cleaned["max"]) and cleaned["min"] >= cleaned["max"]:
            met = {"met": cleaned["max"], "low": cleaned["min"]}
            problem, advice = _("is %(met)s. Valid: more than min, which is %(low)s."), _("Enter more than %(low)s.")
            raise refusal("max", problem % met, advice % met)
        if cleaned["ratio"] and (cleaned["min"] is None or cleaned["min"] < 0):
            problem = _("lets negative numbers in, whose ratios mean nothing. Valid with ratio: 0 or more.")
            raise refusal("min", problem, _("Ratios need numbers from 0: enter 0 or more."))
        return cleaned

    def level(self, config):
        return "ratio" if config["ratio"] else "interval"

    def clean(self, config, value):
        low, high = config["min"], config["max"]
        fits = is_number(value)
        fits = fits and not (config["integer"] and value != int(value))
        fits = fits and (low is None or value >= low) and (high is None or value <= high)
        if not fits:
            raise bad_value(value, _valid(config))
        return tidy(value)

    def number(self, config, value):
        return float(value)

    def bounds(self, config):
        return config["min"], config["max"]

    def display(self, config, value):
        return f"{value} {config['unit']}".rstrip()

    def json_schema(self, config):
        schema = {"type": "integer" if config["integer"] else "number"}
        bounds = {"minimum": config["min"], "maximum": config["max"]}
        schema |= {name: bound for name, bound in bounds.items() if bound is not None}
        return schema | ({"description": f"In {config['unit']}."} if config["unit"] else {})

    def from_form(self, config, values):
        return typed_number(super().from_form(config, values))

    def to_label_studio(self, value):
        return "number", {"number": value}

    def hint(self, config):
        """Nothing for a number without bounds."""
        if config["min"] is None and config["max"] is None and not config["integer"]:
            return ""
        text = _valid(config)
        return f"{text[0].upper()}{text[1:]}."

    def control(self, config, value, *, name, required):
        signed = config["min"] is None or config["min"] < 0
        return {
            "input_id": f"{name}-input",
            "input_value": number_text(value),
            "input_mode": input_mode(signed=signed, whole=config["integer"]),
            "unit": config["unit"],
            "unit_id": f"{name}-unit" if config["unit"] else "",
        }


def input_mode(*, signed, whole):
    """The on-screen keyboard that can type the number; number pads of some phones have no minus."""
    return "text" if signed else "numeric" if whole else "decimal"


def _valid(config):
    text = numbers_between(config["min"], config["max"], whole=config["integer"])
    return f"{text} {config['unit']}".rstrip()
