"""The state of the task builder between two requests: rows of questions or their JSON, and what is wrong."""

import json
import re
import secrets
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from annotations.labels import schema
from annotations.tasks.actions import earlier_questions, metrics
from annotations.tasks.forms import question_cards, question_rows
from annotations.tasks.forms.rearrangement import free_key, rearrange
from annotations.tasks.models import Metric
from evalhub.lib import foreign_values, strict_json
from evalhub.lib.errors import EvalHubError, InvalidInput

FOCUSED = re.compile(r"f(\d+)-")  # the id of an element of a card
MOST_OFFERED = 200  # metrics in the list of the builder; the page of the library has all


@dataclass
class Builder:
    """`mode` is rows or json; `json_text` counts in json mode only.

    `organization` is whose library is offered, `library` what is chosen there: a metric's id, or `question:` and that
    of a question.
    `notice` tells what the last button did, `focus` is the id of the element it leads to, `removed` what `undo` needs.
    `open_place` is the place of the question whose card is open. Cards that close each other share the name `group`,
    another one in each answer: a card that comes in beside those it replaces would be closed by them.
    """

    rows: list
    organization: object
    library: str = ""
    mode: str = "rows"
    json_text: str = ""
    error: str = ""
    editable: bool = True
    notice: str = ""
    focus: str = ""
    removed: str = ""
    open_place: int = 0
    group: str = field(default_factory=lambda: secrets.token_hex(3))
    specs: list = field(default_factory=list)

    @classmethod
    def of_schema(cls, annotation_schema, organization):
        """A form that is known to be valid, such as a starter."""
        return cls.of_specs(schema.parse(annotation_schema), organization, editable=True)

    @classmethod
    def of_specs(cls, specs, organization, *, editable):
        """A form that exists."""
        return cls(rows=question_rows.from_specs(specs), organization=organization, editable=editable)

    @classmethod
    def posted(cls, post, organization):
        text = post.get("open_place", "")
        return cls(
            rows=question_rows.read_rows(post),
            organization=organization,
            library=post.get("library", ""),
            mode="json" if post.get("mode") == "json" else "rows",
            json_text=post.get("schema_json", ""),
            removed=post.get("removed", ""),
            open_place=int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0,
        )

    @cached_property
    def cards(self):
        """The Cards, of which that at `shown_place` is open; one statement where a question copies a metric."""
        copied = self._metrics([row.texts["metric"] for row in self.rows])
        return question_cards.cards(self.rows, copied, open_place=self.shown_place)

    @property
    def shown_place(self):
        """Where the focus goes, else the first question with a mistake, else the one that was open."""
        wrong = next((index for index, row in enumerate(self.rows) if row.errors), None)
        focused = FOCUSED.match(self.focus)
        focused_place = focused and foreign_values.whole(focused[1])
        place = (self.open_place if wrong is None else wrong) if focused_place is None else focused_place
        return min(place, max(len(self.rows) - 1, 0))

    @property
    def offered(self):
        """Metrics that can be added, by key; one statement."""
        return Metric.objects.for_organization(self.organization).newest()[:MOST_OFFERED]

    @property
    def earlier(self):
        """Questions of earlier forms that can be added; one statement."""
        return earlier_questions.offered(self.organization)

    @property
    def mistakes(self):
        """[(number of the question, id of the field, sentence)] in the order of the page."""
        found = []
        for index, row in enumerate(self.rows):
            for name, text in row.errors.items():
                found.append({"number": index + 1, "id": f"f{index}-{name or 'title'}", "text": text})
        return found

    def apply(self, action, by):
        """Do what a button asks for: rearrange rows, turn rows into JSON and back, add from or save to the library."""
        if action == "as_json":
            self._to_json()
        elif action == "as_rows":
            self._to_rows()
        elif action == "library":
            found = self._chosen()
            if found is None:
                self.notice, self.focus = _("Choose a question first."), "library"
            elif len(self.rows) >= schema.MAX_QUESTIONS:
                self.notice = _("A form has at most %(n)d questions.") % {"n": schema.MAX_QUESTIONS}
            else:
                (row,) = question_rows.from_specs([found])
                row = question_rows.without_conditions(row)
                taken = {question_rows.key_of(other, index).lower() for index, other in enumerate(self.rows)}
                if found.key.lower() in taken:
                    row.texts["key"] = free_key(self.rows, found.key)
                self.rows.append(row)
                self.focus = f"f{len(self.rows) - 1}-title"
                self.notice = _("%(question)s was added as question %(n)d.") % {
                    "question": found.title,
                    "n": len(self.rows),
                }
        elif action.startswith("keep:"):
            self._keep(action.removeprefix("keep:"), by)
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

    def parse(self):
        """The specs; InvalidInput or NotFound for the first mistake."""
        return metrics.read_form(annotation_schema=self.schema(), organization=self.organization)

    def check(self):
        """The specs, or None with the mistake placed where it was made."""
        try:
            return self.parse()
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
                # By itself without its conditions, for they name others; the whole was checked for them.
                bare = question_rows.without_conditions(self.rows[index])
                try:
                    alone = {"fields": [question_rows.field_of(bare, 0, {})]}
                    metrics.read_form(annotation_schema=alone, organization=self.organization)
                except EvalHubError as error:
                    self._show_alone(index, error)
        return None

    def show_error(self, error):
        if self.mode == "rows" and question_rows.show_error(self.rows, error):
            return
        self.error = error.message

    def _show_alone(self, index, error):
        """Place the mistake of a question that was read by itself."""
        moved = error.details.get("path", "").replace("fields[0]", f"fields[{index}]", 1)
        details = error.details | {"path": moved}
        if not question_rows.show_error(self.rows, InvalidInput(error.message, code=error.code, details=details)):
            self.rows[index].errors[""] = error.message

    def _metrics(self, ids):
        """{id: Metric} of those that the organization has."""
        named = {text for text in ids if text}
        return metrics.metrics_of(ids=named, organization=self.organization)

    def _chosen(self):
        """The question that is chosen in the library, as a form has it; None without one."""
        kind, _colon, question_id = self.library.partition(":")
        if kind == "question":
            return earlier_questions.question_of(organization=self.organization, question_id=question_id)
        metric = self._metrics([self.library]).get(self.library)
        return metric and schema.parse({"fields": [metrics.field_of(metric)]})[0]

    def _keep(self, place, by):
        """Save a question to the library; what is wrong in it is shown beside it."""
        index = foreign_values.whole(place, most=len(self.rows) - 1)
        if index is None:
            return
        row = self.rows[index]
        bare = question_rows.without_conditions(row)
        try:
            (spec,) = schema.parse({"fields": [question_rows.field_of(bare, 0, {})]})
            metric = metrics.keep_question(organization=self.organization, spec=spec, by=by)
        except EvalHubError as error:
            self._show_alone(index, error)
            return
        row.texts["metric"], row.errors = str(metric.pk), {}
        self.focus, self.notice = f"f{index}-metric", _("%(metric)s is in the library.") % {"metric": metric}

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
