"""The state of the task builder between two requests: rows of questions or their JSON, and what is wrong."""

import json
from dataclasses import dataclass, field

from annotations.labels import schema
from annotations.tasks.forms import question_cards, question_rows
from annotations.tasks.forms.rearrangement import rearrange
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput


@dataclass
class Builder:
    """`mode` is rows or json; `json_text` counts in json mode only.

    `notice` tells what the last button did, `focus` is the id of the element it leads to, `removed` what `undo` needs.
    """

    rows: list
    mode: str = "rows"
    json_text: str = ""
    error: str = ""
    editable: bool = True
    notice: str = ""
    focus: str = ""
    removed: str = ""
    specs: list = field(default_factory=list)

    @classmethod
    def of_schema(cls, annotation_schema):
        """A form that is known to be valid, such as a starter."""
        return cls.of_specs(schema.parse(annotation_schema), editable=True)

    @classmethod
    def of_specs(cls, specs, *, editable):
        """A form that exists."""
        return cls(rows=question_rows.from_specs(specs), editable=editable)

    @classmethod
    def posted(cls, post):
        return cls(
            rows=question_rows.read_rows(post),
            mode="json" if post.get("mode") == "json" else "rows",
            json_text=post.get("schema_json", ""),
            removed=post.get("removed", ""),
        )

    @property
    def cards(self):
        return question_cards.cards(self.rows)

    @property
    def mistakes(self):
        """[(number of the question, id of the field, sentence)] in the order of the page."""
        found = []
        for index, row in enumerate(self.rows):
            for name, text in row.errors.items():
                found.append({"number": index + 1, "id": f"f{index}-{name or 'title'}", "text": text})
        return found

    def apply(self, action):
        """Do what a button asks for: rearrange rows, or turn rows into JSON and back."""
        if action == "as_json":
            self._to_json()
        elif action == "as_rows":
            self._to_rows()
        else:
            done = rearrange(self.rows, action, removed=self.removed)
            self.rows, self.notice, self.focus, self.removed = done.rows, done.notice, done.focus, done.removed

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
            self.show_error(error)
            return None

    def check_all(self):
        """Like `check`, but places the first mistake of every question: one look mends them all."""
        specs = self.check()
        if specs is not None or self.mode == "json":
            return specs
        for index, row in enumerate(self.rows):
            if not row.errors:
                self._check_alone(index)
        return None

    def show_error(self, error):
        if self.mode == "rows" and question_rows.show_error(self.rows, error):
            return
        self.error = error.message

    def _check_alone(self, index):
        """The question by itself. Its conditions are left out, for they name others; the whole was checked for them."""
        bare = question_rows.without_conditions(self.rows[index])
        try:
            schema.parse({"fields": [question_rows.field_of(bare, 0, {})]})
        except EvalHubError as error:
            moved = error.details.get("path", "").replace("fields[0]", f"fields[{index}]", 1)
            details = error.details | {"path": moved}
            question_rows.show_error(self.rows, InvalidInput(error.message, code=error.code, details=details))

    def _to_json(self):
        if self.mode == "json":
            return
        specs = self.check()
        if specs is not None:
            self.mode, self.json_text, self.focus = "json", written(specs), "schema_json"

    def _to_rows(self):
        if self.mode == "rows":
            return
        specs = self.check()
        if specs is not None:
            self.rows, self.mode = question_rows.from_specs(specs), "rows"


def written(specs):
    """The schema as people read and edit it."""
    return json.dumps(schema.dump(specs), ensure_ascii=False, indent=2)
