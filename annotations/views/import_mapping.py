"""The form that says what the columns or controls of an uploaded file mean."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from annotations.importing import registry as formats

MOST_COLUMNS = 300


@dataclass(frozen=True)
class Choice:
    """A drop-down list: `options` are (value, label, whether chosen)."""

    name: str
    label: str
    options: list
    hint: str = ""


class MappingForm:
    """`mapping` is the one in force; posted values replace it."""

    def __init__(self, job, look, specs, *, post=None):
        self._format = formats[job.format]
        self._look = look
        self._specs = specs
        self._names = self._format.names([row.values for row in look.rows])
        self.mapping = look.mapping if post is None else self._posted(post)

    def item_fields(self):
        """Which column names the item, and by what kind of id."""
        mapping = self.mapping
        columns = [*dict.fromkeys([mapping.get("item", ""), *self._look.item_columns])][:MOST_COLUMNS]
        kinds = {"external_id": _("the id that the dataset's file gave"), "item_id": _("the item id of this task")}
        return [
            _choice("item", _("Item is named by"), [(name, name) for name in columns if name], mapping.get("item")),
            _choice("item_by", _("which is"), list(kinds.items()), mapping.get("item_by")),
        ]

    def question_fields(self):
        """For a table the column of the annotator, each question and its reason; for controls their question."""
        if self._format.has_columns:
            return self._column_fields()
        keys = [("", _("Keep as it is")), *((spec.key, spec.title) for spec in self._specs)]
        chosen = self.mapping.get("questions", {})
        return [
            _choice(f"name-{place}", name, keys, chosen.get(name, ""), hint=kind)
            for place, (name, kind) in enumerate(self._names.items())
        ]

    def _column_fields(self):
        columns = [("", _("No column")), *((name, name) for name in self._look.columns[:MOST_COLUMNS])]
        mapping = self.mapping
        fields = [_choice("annotator", _("Annotator (e-mail or name)"), columns, mapping.get("annotator") or "")]
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
            return mapping | {
                "annotator": post.get("annotator") or None,
                "questions": self._chosen(post, "question"), "justifications": self._chosen(post, "reason"),
            }
        if self._names:
            given = {name: post.get(f"name-{place}", "") for place, name in enumerate(self._names)}
            return mapping | {"questions": {name: key for name, key in given.items() if key}}
        return mapping

    def _chosen(self, post, prefix):
        found = {spec.key: post.get(f"{prefix}-{spec.key}", "") for spec in self._specs}
        return {key: column for key, column in found.items() if column}


def _choice(name, label, options, chosen, hint=""):
    rows = [(value, text, value == chosen) for value, text in options]
    return Choice(name=name, label=label, options=rows, hint=hint)
