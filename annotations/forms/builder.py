"""The state of the task builder between two requests: rows of questions or their JSON, and what is wrong."""

import json
from dataclasses import dataclass, field

from annotations import schema
from annotations.forms import question_rows
from annotations.labels.widgets import widget
from evalhub.lib import markdown, strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput


@dataclass
class Builder:
    """`mode` is rows or json; `json_text` counts in json mode only."""

    rows: list
    mode: str = "rows"
    json_text: str = ""
    error: str = ""
    editable: bool = True
    guideline: str = ""
    cards: list = field(default_factory=list)

    @classmethod
    def starter(cls):
        return cls(rows=[question_rows.new_row(question_rows.STARTER)])

    @classmethod
    def of_specs(cls, specs, *, editable):
        """A form that exists, as rows where text fields can hold it."""
        try:
            return cls(rows=question_rows.from_specs(specs), editable=editable)
        except InvalidInput as error:
            text = _written(specs)
            return cls(rows=[], mode="json", json_text=text, error=error.message, editable=editable)

    @classmethod
    def posted(cls, post):
        return cls(
            rows=question_rows.read_rows(post), mode="json" if post.get("mode") == "json" else "rows",
            json_text=post.get("schema_json", ""),
        )

    @property
    def has_row_errors(self):
        return any(row.error for row in self.rows)

    def apply(self, action):
        """Do what a button asks for: rearrange rows, or turn rows into JSON and back."""
        if action == "as_json":
            self._to_json()
        elif action == "as_rows":
            self._to_rows()
        else:
            self.rows = question_rows.rearrange(self.rows, action)

    def schema(self):
        """The schema as typed; InvalidInput when it cannot be read."""
        if self.mode == "rows":
            return question_rows.to_schema(self.rows)
        value = strict_json.loads(self.json_text)
        if not isinstance(value, dict):
            raise InvalidInput('The questions are an object such as {"fields": […]}.', code="invalid_schema")
        return value

    def check(self):
        """The specs, or None with the mistake placed where it was made."""
        try:
            return schema.parse(self.schema())
        except EvalHubError as error:
            self.place(error)
            return None

    def place(self, error):
        if self.mode == "rows" and question_rows.place_error(self.rows, error):
            return
        self.error = error.message

    def preview(self, instructions):
        """Set the cards as annotators will see them and the rendered guideline; mistakes stay unsaid until saving."""
        try:
            specs = schema.parse(self.schema())
        except EvalHubError:
            specs = []
        self.cards = [widget(spec, prefix="preview") for spec in specs]
        self.guideline = markdown.render(instructions or "")

    def _to_json(self):
        if self.mode == "json":
            return
        specs = self.check()
        if specs is not None:
            self.mode, self.json_text = "json", _written(specs)

    def _to_rows(self):
        if self.mode == "rows":
            return
        specs = self.check()
        if specs is None:
            return
        try:
            self.rows, self.mode = question_rows.from_specs(specs), "rows"
        except InvalidInput as error:
            self.error = error.message


def _written(specs):
    """The schema as people read and edit it."""
    return json.dumps(schema.dump(specs), ensure_ascii=False, indent=2)
