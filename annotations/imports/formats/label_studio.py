"""Tasks in Label Studio's JSON format: annotations, or predictions as prelabels; what is not understood is kept."""

from annotations.exports.label_studio_answers import is_readable, justifications_of
from annotations.imports.formats import registry
from annotations.imports.formats.base import (
    EXPOSURES,
    KINDS,
    BadEntry,
    Entry,
    ImportFormat,
    RowEntries,
    Who,
    checked_item,
    checked_keys,
    text_of,
    unknown_parts,
)
from annotations.labels.reading import is_number
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

MOST_DATA_KEYS = 50


def is_label_studio_task(values):
    """Whether a row of a JSON file is a task of Label Studio: data, and a list of annotations or predictions."""
    return isinstance(values.get("data"), dict) and any(
        isinstance(values.get(name), list) for name in ("annotations", "predictions", "completions")
    )


@registry.register("LABEL_STUDIO")
class LabelStudioTasks(ImportFormat):
    title = gettext_noop("Label Studio JSON")
    reader = "JSON"

    def item_columns(self, rows):
        keys = dict.fromkeys(key for row in rows if isinstance(row.get("data"), dict) for key in row["data"])
        named = [f"data.{key}" for key in keys if key in ("external_id", "id", "item_id")]
        others = [f"data.{key}" for key in keys if f"data.{key}" not in named][:MOST_DATA_KEYS]
        return [*named, "id", "inner_id", *others]

    def item_of(self, values, column):
        if column.startswith("data."):
            data = values.get("data")
            return text_of(data.get(column.removeprefix("data."))) if isinstance(data, dict) else ""
        return text_of(values.get(column))

    def names(self, rows):
        names = {}
        for row in rows:
            for result in _results(row):
                names.setdefault(result["from_name"], result["type"])
        return names

    def guess(self, rows, specs):
        names = self.names(rows)
        by_name = {spec.key.lower(): spec.key for spec in specs} | {spec.title.lower(): spec.key for spec in specs}
        found = {name: by_name[name.lower()] for name in names if name.lower() in by_name}
        return {"questions": found}

    def check(self, mapping, specs):
        unknown_parts(mapping, ("item", "item_by", "kinds", "questions"))
        return checked_item(mapping) | {"questions": checked_keys(mapping, "questions", specs, swapped=True)}

    def entries(self, values, mapping, specs, *, prelabels):
        if not isinstance(values.get("data"), dict):
            raise BadEntry("data", _("The task has no object of data."))
        item_id, names = self.item_of(values, mapping["item"]), mapping["questions"]
        source = "predictions" if prelabels and values.get("predictions") else "annotations"
        parts = _list(values, source)
        skipped = [part for part in parts if part.get("was_cancelled") is True]
        entries = [
            _entry(part, f"{source}[{index}]", item_id, names, is_machine=source == "predictions")
            for index, part in enumerate(parts)
            if part.get("was_cancelled") is not True
        ]
        left_out = {"annotations", "predictions"} if prelabels else {"annotations"}
        frame = {name: value for name, value in values.items() if name not in left_out}
        if not prelabels and any(map(_is_ours, _list(values, "predictions"))):
            own = [(index, part) for index, part in enumerate(values["predictions"]) if _is_ours(part)]
            entries += [_entry(part, f"predictions[{index}]", item_id, names, is_machine=True) for index, part in own]
            frame["predictions"] = [part for part in values["predictions"] if not _is_ours(part)]
        return RowEntries(entries, kept={"label_studio": frame, "cancelled": skipped})


def _is_ours(prediction):
    """Whether it is an annotation by a machine that an export of ours wrote: the format has no other place for it."""
    return _about(prediction).get("annotator_kind") in ("llm", "program")


def _about(part):
    """What an export of ours wrote beside an annotation; empty in files of others."""
    about = part.get("evalhub")
    return about if isinstance(about, dict) else {}


def _exposure(part, about):
    if about.get("exposure") in EXPOSURES:
        return about["exposure"]
    return "saw_machine" if part.get("prediction") or part.get("parent_prediction") else "blind"


def _entry(part, path, item_id, names, *, is_machine):
    results = part.get("result")
    if not isinstance(results, list) or not all(isinstance(result, dict) for result in results):
        raise BadEntry(f"{path}.result", _("It is not a list of objects."))
    seconds, about = part.get("lead_time"), _about(part)
    abstained = about.get("abstained") if isinstance(about.get("abstained"), list) else []
    taken = {
        name: key
        for name, key in names.items()
        if any(is_readable(result) and result["from_name"] == name for result in results)
    }
    return Entry(
        item_id=item_id,
        who=_who(part, is_machine),
        path=path,
        results=tuple(results),
        notes={key: {"justification": why} for key, why in justifications_of(results, taken).items()},
        time_spent_seconds=min(seconds, 604_800) if is_number(seconds) and seconds >= 0 else None,
        exposure=_exposure(part, about),
        flagged=about.get("flagged") is True,
        flag_reason=text_of(about.get("flag_reason")),
        abstained=tuple(key for key in abstained if key in names.values()),
        submitted_at=text_of(part.get("created_at")),
        kept={"label_studio": part, "names": names},
    )


def _who(part, is_machine):
    """An account number, an object with an e-mail, or the version of a model."""
    about = _about(part)
    kind = about.get("annotator_kind")
    if is_machine:
        return Who(
            name=text_of(part.get("model_version")) or "predictions",
            kind=kind if kind in KINDS else "llm",
            simulated=about.get("simulated") is True,
        )
    by = part.get("completed_by")
    if isinstance(by, dict):
        name = " ".join(text_of(by.get(key)) for key in ("first_name", "last_name")).strip()
        return Who(email=text_of(by.get("email")), name=name or text_of(by.get("email")) or f"user {by.get('id')}")
    if isinstance(by, str) and "@" in by:
        return Who(email=by, name=by)
    return Who(name=f"user {text_of(by)}" if text_of(by) else "unknown user")


def _list(values, name):
    parts = values.get(name) or []
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise BadEntry(name, _("It is not a list of objects."))
    return parts


def _results(row):
    """The readable results of the annotations and predictions of a task."""
    for name in ("annotations", "predictions"):
        parts = row.get(name) if isinstance(row.get(name), list) else []
        for part in parts:
            found = part.get("result") if isinstance(part, dict) else None
            yield from (result for result in found or () if is_readable(result)) if isinstance(found, list) else ()
