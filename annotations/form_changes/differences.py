"""How one version of a form differs from the next, and how answers to the old one read in the new one."""

from dataclasses import dataclass

from annotations.labels import schema
from annotations.labels.base import listed_texts
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput

PLAIN = ("title", "help", "required", "label_type", "show_if", "require_if", "reason", "evidence", "position")
PLAIN += ("metric_id",)
LISTS = ("options", "points", "criteria")


@dataclass(frozen=True)
class QuestionChange:
    """What became of one question. `old` and `new` are QuestionSpecs; None where it was added or removed.

    `parts` names what differs among PLAIN and "config"; values are {value: words} of what can be answered.
    """

    old: object
    new: object
    parts: tuple
    added_values: dict
    removed_values: dict
    reworded_values: dict

    @property
    def kind(self):
        """added, removed, renamed, changed or same."""
        if self.old is None or self.new is None:
            return "added" if self.old is None else "removed"
        if self.old.key != self.new.key:
            return "renamed"
        return "changed" if self.parts else "same"


def questions_paired(old, new, value_map):
    """{old key: new key or None}: as the map says, else the question of the same key."""
    mapped, keys = value_map.get("questions", {}), {spec.key for spec in new}
    paired = {}
    for spec in old:
        target = mapped.get(spec.key, spec.key) if spec.key in mapped else spec.key
        paired[spec.key] = target if target in keys else None
    return paired


def suggested(old, new):
    """A value map that pairs what looks like one question under another key: the same title, or type and settings."""
    free = [spec for spec in new if spec.key not in {each.key for each in old}]
    pairs = {}
    for spec in old:
        if spec.key in {each.key for each in new}:
            continue
        alike = [each for each in free if each.title == spec.title and each.label_type == spec.label_type]
        alike = alike or [each for each in free if (each.label_type, each.config) == (spec.label_type, spec.config)]
        if alike:
            pairs[spec.key] = alike[0].key
            free.remove(alike[0])
    return {"questions": pairs, "values": {}}


def compare(old, new, value_map):
    """A QuestionChange for every question: the new form's in order, then those that were removed."""
    paired = questions_paired(old, new, value_map)
    came_from = {new_key: key for key, new_key in paired.items() if new_key is not None}
    olds = {spec.key: spec for spec in old}
    changes = [_change(olds.get(came_from.get(spec.key)), spec) for spec in new]
    return changes + [_change(spec, None) for spec in old if paired[spec.key] is None]


def values_of(spec):
    """{value as text: words} of the answers that can be listed, or None: what can be mapped by hand."""
    return registry[spec.label_type].listed_values(spec.config)


def values_paired(old, new, value_map):
    """{old value: new value or None} of two questions whose answers can be listed; None when they cannot be."""
    mine, theirs = values_of(old), values_of(new)
    if mine is None or theirs is None:
        return None
    mapped = value_map.get("values", {}).get(old.key, {})
    paired = {}
    for value in mine:
        target = mapped[value] if value in mapped else value
        paired[value] = target if target in theirs else None
    return paired


class Reader:
    """Reads answers to the old form as answers to the new one."""

    def __init__(self, old, new, value_map):
        self.old = {spec.key: spec for spec in old}
        self.new = {spec.key: spec for spec in new}
        self.specs = tuple(new)
        self.questions = questions_paired(old, new, value_map)
        self.values = {
            key: values_paired(self.old[key], self.new[new_key], value_map)
            for key, new_key in self.questions.items()
            if new_key is not None
        }

    def read(self, answers, *, abstained=(), is_part=False, shown=None):
        """{new key: value}, or the reason why these answers do not all read in the new form: a short word.

        Reasons: `left_out` (a value has no counterpart), `invalid` (the new form refuses it), `incomplete` (the new
        form asks for more). Answers to removed questions are dropped. `is_part` are answers that need not be complete.
        """
        read = {}
        for key, value in answers.items():
            new_key = self.questions.get(key)
            if new_key is None:
                continue
            found = self._value(key, new_key, value)
            if found is None:
                return "left_out"
            read[new_key] = found
        try:
            kept = schema.validate_answers(self.specs, read, partial=True, shown=shown)
        except InvalidInput:
            return "invalid"
        if set(kept) != set(read):
            return "invalid"
        missing = schema.required(self.specs, kept) - set(kept) - {self.questions.get(key) for key in abstained}
        return "incomplete" if missing and not is_part else kept

    def _value(self, key, new_key, value):
        old, new, values = self.old[key], self.new[new_key], self.values[key]
        if values is None:
            return value if old.label_type == new.label_type else None
        label_type = registry[new.label_type]
        if old.label_type == new.label_type:
            return label_type.moved(new.config, value, values)
        texts = [values.get(text) for text in listed_texts(value)]
        return None if None in texts else label_type.from_listed(new.config, texts)


def _change(old, new):
    if old is None or new is None:
        return QuestionChange(old=old, new=new, parts=(), added_values={}, removed_values={}, reworded_values={})
    parts = [name for name in PLAIN if getattr(old, name) != getattr(new, name)]
    if old.config != new.config:
        parts.append("config")
    before, after = values_of(old) or {}, values_of(new) or {}
    return QuestionChange(
        old=old,
        new=new,
        parts=tuple(parts),
        added_values={value: words for value, words in after.items() if value not in before},
        removed_values={value: words for value, words in before.items() if value not in after},
        reworded_values={
            value: (words, after[value]) for value, words in before.items() if value in after and after[value] != words
        },
    )
