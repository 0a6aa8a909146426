"""Editors of label types: what the builder offers for each, and how its fields become a config and back."""

from annotations.labels.settings import Json
from annotations.labels.types import registry
from evalhub.lib import foreign_values


class Editor:
    """The `settings` of a label type in the order in which they are drawn."""

    def __init__(self, label_type):
        self.label_type = label_type

    @property
    def settings(self):
        return self.label_type.settings

    def shown_settings(self, typed):
        """The settings that count, given what was typed."""
        return self.label_type.drawn_settings(typed)

    def blank(self):
        return {setting.name: setting.blank for setting in self.settings}

    def read(self, post, prefix):
        return {setting.name: setting.read(post, f"{prefix}-{setting.name}") for setting in self.settings}

    def config(self, typed):
        """The config as the schema holds it; InvalidInput with `details.path` where a text cannot be read."""
        config = {}
        for setting in self.shown_settings(typed):
            value = setting.config(typed[setting.name])
            if value is None or value == "":
                continue
            if not setting.config_path:
                config |= value if isinstance(value, dict) else {"config": value}
                continue
            at = config
            for step in setting.config_path[:-1]:
                at = at.setdefault(step, {})
            at[setting.config_path[-1]] = value
        return config

    def typed(self, config):
        """What text fields show of a config."""
        return {setting.name: setting.typed(_at(config, setting.config_path)) for setting in self.settings}

    def field_at(self, path, typed):
        """The name of the field that a path of the schema ("options[1].value") was typed into; "" for none."""
        for setting in sorted(self.shown_settings(typed), key=lambda each: -len(each.config_path)):
            words = ".".join(setting.config_path) or setting.name
            rest = path.removeprefix(words)
            if not path.startswith(words) or rest[:1] not in ("", ".", "["):
                continue
            return _cell(setting, rest, typed) if setting.kind == "table" else setting.name
        inside = (each.name for each in self.shown_settings(typed) if ".".join(each.config_path).startswith(f"{path}."))
        return next(inside, "")


class JsonEditor(Editor):
    """For types without settings to draw, and for settings that these cannot hold."""

    settings = (Json("config", "Settings as JSON", wide=True),)

    def __init__(self):
        """No label type: any config is written out."""

    def shown_settings(self, typed):
        return self.settings


AS_JSON = JsonEditor()


def editor_of(label_type):
    """The Editor of a label type by its key."""
    return Editor(registry[label_type]) if registry[label_type].settings else AS_JSON


def _at(config, place):
    for step in place:
        config = config.get(step) if isinstance(config, dict) else None
    return config


def _cell(setting, rest, typed):
    """ "[1].value" is the cell "options-1-value", blank rows counted."""
    digits, _, column = rest.removeprefix("[").partition("]")
    filled = setting.filled(typed[setting.name])
    number = foreign_values.whole(digits, most=len(filled) - 1)
    if number is None:
        return setting.name
    name = column.removeprefix(".")
    known = [each.name for each in setting.columns]
    return f"{setting.name}-{filled[number]}-{name if name in known else known[0]}"
