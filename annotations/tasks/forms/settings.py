"""The kinds of settings that a label type's editor is made of: how each is posted, stored and drawn."""

import json
from dataclasses import dataclass

from annotations.labels.options import MAX_OPTIONS
from annotations.labels.reading import typed_number
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput


@dataclass(frozen=True)
class Setting:
    """One setting, a line of text. `path` leads to it in the config: ("scale", "min"); the name by default.

    What was typed is a text, a flag or a list of {column: text}; `config` turns it into what the schema holds and
    `typed` turns that back. A config of None or "" is left out, so that the label type's own default counts.
    """

    name: str
    label: str
    help: str = ""
    placeholder: str = ""
    path: tuple = ()
    wide: bool = False
    optional: bool = False
    kind = "text"

    @property
    def place(self):
        return self.path or (self.name,)

    @property
    def blank(self):
        return ""

    def read(self, post, field):
        return post.get(field, "")

    def config(self, typed):
        return typed.strip()

    def typed(self, value):
        return "" if value is None else str(value)


@dataclass(frozen=True)
class Number(Setting):
    kind = "number"

    def config(self, typed):
        return typed_number(typed.strip())


@dataclass(frozen=True)
class Flag(Setting):
    usual: bool = False
    kind = "flag"

    @property
    def blank(self):
        return self.usual

    def read(self, post, field):
        return field in post

    def config(self, typed):
        return typed

    def typed(self, value):
        return bool(value)


@dataclass(frozen=True)
class Pick(Setting):
    """One of a few; `choices` is ((value, words), ...), of which the first stands for what is not said.

    With `redraws` the settings beside it depend on it, and the builder is drawn anew when it changes.
    """

    choices: tuple = ()
    redraws: bool = False
    kind = "pick"

    @property
    def blank(self):
        return self.choices[0][0]

    def read(self, post, field):
        return post.get(field, self.blank)


@dataclass(frozen=True)
class Names(Setting):
    """Names of points, one a line: `1 = Poor`."""

    kind = "lines"

    def config(self, typed):
        names = {}
        for line in typed.splitlines():
            point, _, label = line.partition("=")
            if line.strip():
                names[point.strip()] = label.strip()
        return names or None

    def typed(self, value):
        return "\n".join(f"{point} = {label}" for point, label in (value or {}).items())


@dataclass(frozen=True)
class Lines(Setting):
    """A list of texts, one a line."""

    kind = "lines"

    def config(self, typed):
        return [line.strip() for line in typed.splitlines() if line.strip()] or None

    def typed(self, value):
        return "\n".join(value or [])


@dataclass(frozen=True)
class Json(Setting):
    """Settings that no other kind can hold; `place` is () for a whole config."""

    kind = "json"

    @property
    def place(self):
        return self.path

    def config(self, typed):
        if not typed.strip():
            return None
        try:
            return strict_json.loads(typed)
        except EvalHubError as error:
            problem = f"is not JSON. {error.message}"
            details = {"path": self.name, "problem": problem}
            raise InvalidInput(problem, code="invalid_schema", details=details) from error

    def typed(self, value):
        return "" if value in (None, {}) else json.dumps(value, ensure_ascii=False, indent=2)


@dataclass(frozen=True)
class Column:
    """One text of a table's rows; `usual(place, row)` is what the label type would choose by itself."""

    name: str
    label: str
    width: str = ""
    is_number: bool = False
    lines: bool = False
    usual: object = None


@dataclass(frozen=True)
class Table(Setting):
    """Rows of texts, such as options or criteria. Rows that are blank throughout are dropped when they are read."""

    columns: tuple = ()
    add: str = ""
    starts_with: int = 2
    kind = "table"

    @property
    def blank(self):
        return [self.blank_row() for _ in range(self.starts_with)]

    def blank_row(self):
        return dict.fromkeys((column.name for column in self.columns), "")

    def read(self, post, field):
        if f"{field}-rows" not in post:
            return self.blank
        count = post[f"{field}-rows"]
        count = min(int(count), MAX_OPTIONS) if count.isascii() and count.isdigit() and len(count) < 5 else 0
        return [
            {column.name: post.get(f"{field}-{index}-{column.name}", "") for column in self.columns}
            for index in range(count)
        ]

    def config(self, typed):
        rows = [self._row(row) for row in typed if any(text.strip() for text in row.values())]
        return rows if rows or not self.optional else None

    def filled(self, typed):
        """The places among what was typed of the rows that `config` keeps."""
        return [index for index, row in enumerate(typed) if any(text.strip() for text in row.values())]

    def typed(self, value):
        return [self._typed_row(place, row) for place, row in enumerate(value or [])]

    def _row(self, row):
        texts = {column.name: row[column.name].replace("\r\n", "\n").strip() for column in self.columns}
        numbers = {column.name for column in self.columns if column.is_number}
        return {name: typed_number(text) if name in numbers else text for name, text in texts.items() if text}

    def _typed_row(self, place, row):
        texts = {}
        for column in self.columns:
            text = row.get(column.name)
            is_usual = text is None or (column.usual is not None and text == column.usual(place, row))
            texts[column.name] = "" if is_usual else str(text)
        return texts


class Editor:
    """What the builder offers for one label type: its `settings`, in the order in which they are drawn."""

    settings = ()

    def drawn(self, typed):
        """The settings that count, given what was typed; all of them unless an editor says otherwise."""
        return self.settings

    def blank(self):
        return {setting.name: setting.blank for setting in self.settings}

    def read(self, post, prefix):
        return {setting.name: setting.read(post, f"{prefix}-{setting.name}") for setting in self.settings}

    def config(self, typed):
        """The config as the schema holds it; InvalidInput with `details.path` where a text cannot be read."""
        config = {}
        for setting in self.drawn(typed):
            value = setting.config(typed[setting.name])
            if value is None or value == "":
                continue
            if not setting.place:
                config |= value if isinstance(value, dict) else {"config": value}
                continue
            at = config
            for step in setting.place[:-1]:
                at = at.setdefault(step, {})
            at[setting.place[-1]] = value
        return config

    def typed(self, config):
        """What text fields show of a config."""
        return {setting.name: setting.typed(_at(config, setting.place)) for setting in self.settings}

    def field_at(self, path, typed):
        """The name of the field that a path of the schema ("options[1].value") was typed into; "" for none."""
        for setting in sorted(self.drawn(typed), key=lambda each: -len(each.place)):
            words = ".".join(setting.place) or setting.name
            rest = path.removeprefix(words)
            if not path.startswith(words) or rest[:1] not in ("", ".", "["):
                continue
            return _cell(setting, rest, typed) if setting.kind == "table" else setting.name
        return ""


def _at(config, place):
    for step in place:
        config = config.get(step) if isinstance(config, dict) else None
    return config


def _cell(setting, rest, typed):
    """ "[1].value" is the cell "options-1-value", blank rows counted."""
    number, _, column = rest.removeprefix("[").partition("]")
    filled = setting.filled(typed[setting.name])
    if not number.isdigit() or int(number) >= len(filled):
        return setting.name
    name = column.removeprefix(".")
    known = [each.name for each in setting.columns]
    return f"{setting.name}-{filled[int(number)]}-{name if name in known else known[0]}"
