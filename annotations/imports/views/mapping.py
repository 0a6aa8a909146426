"""The form that says what the columns or controls of an uploaded file mean."""

import hashlib
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.imports.formats import registry as formats
from annotations.imports.formats.base import BadEntry
from evalhub.lib.errors import InvalidInput

MOST_COLUMNS = 300
MOST_ANNOTATORS = 30
KINDS = {
    "human": gettext_lazy("A person"),
    "llm": gettext_lazy("A language model"),
    "program": gettext_lazy("A program"),
}
ABOUT = {
    "annotator_kind": gettext_lazy("Annotator kind"),
    "annotator_id": gettext_lazy("Annotator ID"),
    "simulated": gettext_lazy("Simulated"),
    "exposure": gettext_lazy("Exposure"),
    "flagged": gettext_lazy("Flagged"),
    "abstained": gettext_lazy("Abstained"),
}


@dataclass(frozen=True)
class Choice:
    """A drop-down list: `options` are (value, label, whether chosen)."""

    name: str
    label: str
    options: list
    hint: str = ""


class MappingForm:
    """`mapping` is the one in force; posted values replace it."""

    def __init__(self, job, sample, specs, *, post=None):
        self._format = formats[job.format]
        self._sample = sample
        self._specs = specs
        self._names = self._format.names([row.values for row in sample.rows])
        self.mapping = sample.mapping if post is None else self._posted(post)
        self._annotators = {} if job.kind == "prelabels" else self._found_annotators()
        if post is not None:
            given = {name: post.get(_field_of(name), kind) for name, kind in self._annotators.items()}
            differing = {name: kind for name, kind in given.items() if kind != self._annotators[name]}
            self.mapping |= {"kinds": differing} if differing else {}

    def item_fields(self):
        """Which column names the item, and by what kind of id."""
        mapping = self.mapping
        columns = [*dict.fromkeys([mapping.get("item", ""), *self._sample.item_columns])][:MOST_COLUMNS]
        kinds = {"external_id": _("the ID in the dataset file"), "item_id": _("the item ID of this task")}
        return [
            _choice(
                "item", _("Item is identified by"), [(name, name) for name in columns if name], mapping.get("item")
            ),
            _choice("item_by", _("Type of item ID"), list(kinds.items()), mapping.get("item_by")),
        ]

    def kind_fields(self):
        """Whether each annotator of the first rows is a person, as the file says or the mapping."""
        return [
            _choice(
                _field_of(name),
                name or _("Rows without an annotator"),
                list(KINDS.items()),
                self.mapping.get("kinds", {}).get(name, kind),
                hint=_("is") if name else _("are from"),
            )
            for name, kind in self._annotators.items()
        ]

    def question_fields(self):
        """For a table the column of the annotator, each question and its reason; for controls their question."""
        if self._format.has_columns:
            return self._column_fields()
        keys = [("", _("Keep unchanged")), *((spec.key, spec.title) for spec in self._specs)]
        chosen = self.mapping.get("questions", {})
        return [
            _choice(f"name-{index}", name, keys, chosen.get(name, ""), hint=kind)
            for index, (name, kind) in enumerate(self._names.items())
        ]

    def _column_fields(self):
        columns = [("", _("No column")), *((name, name) for name in self._sample.columns[:MOST_COLUMNS])]
        mapping = self.mapping
        fields = [_choice("annotator", _("Annotator (email or name)"), columns, mapping.get("annotator") or "")]
        fields += [
            _choice(f"about-{part}", label, columns, mapping.get("about", {}).get(part, ""))
            for part, label in ABOUT.items()
        ]
        for part, prefix, label in (("questions", "question", "{}"), ("justifications", "reason", _("Reason: {}"))):
            chosen = mapping.get(part, {})
            fields += [
                _choice(f"{prefix}-{spec.key}", label.format(spec.title), columns, chosen.get(spec.key, ""))
                for spec in self._specs
            ]
        return fields

    def _posted(self, post):
        mapping = {"item": post.get("item", ""), "item_by": post.get("item_by", "")}
        if self._format.has_columns:
            about = {part: column for part in ABOUT if (column := post.get(f"about-{part}"))}
            return (
                mapping
                | ({"about": about} if about else {})
                | {
                    "annotator": post.get("annotator") or None,
                    "questions": self._chosen(post, "question"),
                    "justifications": self._chosen(post, "reason"),
                }
            )
        if self._names:
            given = {name: post.get(f"name-{index}", "") for index, name in enumerate(self._names)}
            return mapping | {"questions": {name: key for name, key in given.items() if key}}
        return mapping

    def _found_annotators(self):
        """{name: kind as the file says} of the first rows; empty while the mapping does not fit them."""
        found = {}
        try:
            mapping = self._format.check(self.mapping, self._specs) | {"kinds": {}}
            for row in self._sample.rows:
                for entry in self._format.read(row.values, mapping, self._specs, prelabels=False).entries:
                    found.setdefault(entry.who.email or entry.who.name, entry.who.kind)
        except (InvalidInput, BadEntry):
            return {}
        return dict(list(found.items())[:MOST_ANNOTATORS])

    def _chosen(self, post, prefix):
        found = {spec.key: post.get(f"{prefix}-{spec.key}", "") for spec in self._specs}
        return {key: column for key, column in found.items() if column}


def _field_of(annotator):
    """The field for an annotator: the same when another column is chosen, so that no choice goes to somebody else."""
    return f"who-{hashlib.sha256(annotator.encode()).hexdigest()[:16]}"


def _choice(name, label, options, chosen, hint=""):
    rows = [(value, text, value == chosen) for value, text in options]
    return Choice(name=name, label=label, options=rows, hint=hint)
