"""Settings of label types as the builder offers them: how each kind is posted, stored and drawn."""

import json
from dataclasses import dataclass
from typing import Any

from annotations.labels.options import DIGITS, MAX_OPTIONS
from annotations.labels.reading import typed_number
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput
from evalhub.lib.translation import gettext as _


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
    start: Any = ""  # what a new question has
    kind = "text"

    @property
    def config_path(self):
        return self.path or (self.name,)

    @property
    def blank(self):
        return self.start

    def read(self, post, field):
        return post.get(field, "")

    def config(self, typed):
        return typed.strip()

    def typed(self, value):
        return "" if value is None else str(value)


@dataclass(frozen=True)
class NumberSetting(Setting):
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
            point, _equals, label = line.partition("=")
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
    """Settings that no other kind can hold; `config_path` is () for a whole config."""

    kind = "json"

    @property
    def config_path(self):
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
    """One text of a table's rows; `usual(index, row)` is what the label type would choose by itself."""

    name: str
    label: str
    width: str = ""
    is_number: bool = False
    lines: bool = False
    usual: object = None


@dataclass(frozen=True)
class Table(Setting):
    """Rows of texts, such as options or criteria. Rows that are blank throughout are dropped when they are read.

    `start`: rows of a new question, each with some of the columns.
    """

    columns: tuple = ()
    add: str = ""
    kind = "table"

    @property
    def blank(self):
        return [self.blank_row() | row for row in self.start]

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
        return [self._typed_row(index, row) for index, row in enumerate(value or [])]

    def _row(self, row):
        texts = {column.name: row[column.name].replace("\r\n", "\n").strip() for column in self.columns}
        numbers = {column.name for column in self.columns if column.is_number}
        return {name: typed_number(text) if name in numbers else text for name, text in texts.items() if text}

    def _typed_row(self, index, row):
        texts = {}
        for column in self.columns:
            text = row.get(column.name)
            is_usual = text is None or (column.usual is not None and text == column.usual(index, row))
            texts[column.name] = "" if is_usual else str(text)
        return texts


def options_table(**words):
    """The table of `options`; `words` are other words for it."""
    columns = (
        Column("value", _("Value"), width="narrow"),
        Column("label", _("Label"), usual=lambda index, row: row["value"]),
        Column("description", _("Description"), lines=True),
        Column("key", _("Key"), width="digit", usual=lambda index, row: DIGITS[index] if index < len(DIGITS) else None),
    )
    usual: dict[str, Any] = {
        "label": _("Options"),
        "add": _("Add an option"),
        "help": _("The value is stored. The label is shown; if it is empty, the value is shown."),
        "start": ({"value": "yes", "label": _("Yes")}, {"value": "no", "label": _("No")}),
    }
    return Table(**{"name": "options", "columns": columns, "wide": True} | usual | words)


def criteria_table(name="criteria", **words):
    """A table of named things that are judged or ranked."""
    columns = (
        Column("value", _("Value"), width="narrow"),
        Column("label", _("Label"), usual=lambda index, row: row["value"]),
        Column("description", _("Description"), lines=True),
    )
    usual: dict[str, Any] = {"label": _("Criteria"), "add": _("Add a criterion")}
    return Table(**{"name": name, "columns": columns, "wide": True} | usual | words)


def points_table():
    """The table of the points of a scale of statements."""
    columns = (
        Column("label", _("Statement")),
        Column("value", _("Number"), width="digit", is_number=True, usual=lambda index, row: index + 1),
        Column("description", _("Description"), lines=True),
    )
    return Table(
        "points",
        _("Points"),
        _("In ascending order. Without a number, a point counts by its position."),
        wide=True,
        add=_("Add a point"),
        columns=columns,
        start=tuple({"label": label} for label in (_("Disagree"), _("Undecided"), _("Agree"))),
    )


def scale_settings():
    """Least and greatest point, the step between two, and the names of points."""
    return (
        NumberSetting("scale_min", _("From"), path=("scale", "min"), start="1"),
        NumberSetting("scale_max", _("To"), path=("scale", "max"), start="5"),
        NumberSetting("scale_step", _("Step"), path=("scale", "step"), placeholder="1"),
        Names(
            "scale_labels",
            _("Point labels"),
            _("One per line, such as 1 = Poor."),
            path=("scale", "labels"),
            wide=True,
            optional=True,
        ),
    )
