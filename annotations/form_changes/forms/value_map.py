"""How answers to the form in use read in the next one, as a page shows and posts it."""

from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotations.form_changes import differences
from annotations.labels.types import registry

PARTS = {
    "title": _("reworded"),
    "help": _("other help"),
    "required": _("required setting"),
    "label_type": _("other type"),
    "show_if": _("other display condition"),
    "require_if": _("other required condition"),
    "reason": _("reason"),
    "evidence": _("quotes"),
    "metric_id": _("library metric"),
    "position": _("other position"),
    "config": _("other settings"),
}
KINDS = {
    "added": (_("Added"), "positive"),
    "removed": (_("Removed"), "negative"),
    "renamed": (_("New key"), "info"),
    "changed": (_("Changed"), "caution"),
    "same": (_("Unchanged"), ""),
}


@dataclass(frozen=True)
class ChangeLine:
    """One question in the list of differences."""

    title: str
    key: str
    kind: str
    tone: str
    parts: list
    added: list
    removed: list
    reworded: list
    old_title: str = ""


@dataclass(frozen=True)
class MapRow:
    """One question of the form in use: where it leads, and its values where they can be listed."""

    field: str
    key: str
    title: str
    to: str
    choices: list
    values: list


def lines(changes):
    """ChangeLines of `form_changes.compare`."""
    return [_line(change) for change in changes]


def rows(old, new, value_map):
    """A MapRow for each question of the old form."""
    paired = differences.questions_paired(old, new, value_map)
    news = {spec.key: spec for spec in new}
    choices = [(spec.key, spec.title) for spec in new]
    return [
        MapRow(
            field=f"map-{index}",
            key=spec.key,
            title=spec.title,
            to=paired[spec.key] or "",
            choices=choices,
            values=_values(index, spec, news.get(paired[spec.key]), value_map),
        )
        for index, spec in enumerate(old)
    ]


def read(old, new, post):
    """The value map as posted. A question that leads elsewhere than before has no values yet: they are as suggested."""
    questions, values, news = {}, {}, {spec.key: spec for spec in new}
    for index, spec in enumerate(old):
        to = post.get(f"map-{index}", "") or None
        questions[spec.key] = to
        target = news.get(to)
        mine = differences.values_of(spec) if target is not None else None
        theirs = differences.values_of(target) if target is not None else None
        if mine is None or theirs is None or post.get(f"map-{index}-was", "") != (to or ""):
            continue
        posted = {value: post.get(f"map-{index}-{place}") for place, value in enumerate(mine)}
        values[spec.key] = {value: text or None for value, text in posted.items() if text is not None}
    return {"questions": questions, "values": values}


def _values(index, old, new, value_map):
    paired = differences.values_paired(old, new, value_map) if new is not None else None
    if paired is None:
        return []
    mine, theirs = differences.values_of(old), differences.values_of(new)
    choices = [(value, _shown(value, words)) for value, words in theirs.items()]
    return [
        {"field": f"map-{index}-{place}", "shown": _shown(value, mine[value]), "to": to or "", "choices": choices}
        for place, (value, to) in enumerate(paired.items())
    ]


def _line(change):
    spec = change.new or change.old
    kind, tone = KINDS[change.kind]
    parts = [PARTS[part] for part in change.parts]
    if change.old and change.new and change.old.label_type != change.new.label_type:
        before, after = (gettext(registry[each.label_type].title) for each in (change.old, change.new))
        parts.append(f"{before} → {after}")
    return ChangeLine(
        title=spec.title,
        key=spec.key,
        kind=kind,
        tone=tone,
        parts=parts,
        added=[_shown(*pair) for pair in change.added_values.items()],
        removed=[_shown(*pair) for pair in change.removed_values.items()],
        reworded=[f"{before} → {after}" for before, after in change.reworded_values.values()],
        old_title=change.old.title if change.old and change.old.title != spec.title else "",
    )


def _shown(value, words):
    return value if not words or words == value else f"{words} ({value})"
