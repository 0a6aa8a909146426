"""A task over a dataset version whose file has labels, a row each or as annotations of Label Studio: the form that they
answer, and the labels.
"""

import re

from django.core.files.base import File
from django.db import transaction

from annotations.imports.actions import jobs
from annotations.tasks.actions import annotation_tasks, sampling
from datasets.actions.label_rows import ANNOTATOR, ITEM, KIND, column_of, labels_path
from datasets.actions.stored_files import path_of
from evalhub.lib.errors import Conflict
from evalhub.lib.translation import gettext as _

MOST_POINTS = 11  # of a scale
MOST_ANNOTATORS = 20
_WHOLE = re.compile(r"-?[0-9]{1,4}")


@transaction.atomic
def create(*, version, by):
    """An ACTIVE task with every case of `version`; a worker imports its labels. Returns the ImportJob.

    Conflict for a version without labels or without its file, and for one that is not published.
    """
    controls = version.labels.get("controls")
    path = path_of(version) if controls else labels_path(version)
    if not version.labels or not path.is_file():
        text = _("Version %(number)s has no labels in its file.") % {"number": version.version_number}
        raise Conflict(text, code="no_labels")
    keys = {f"label_{place}": name for place, name in enumerate(controls or version.mapping["labels"]["questions"], 1)}
    task = annotation_tasks.create(
        dataset_version=version,
        annotation_schema={
            "fields": [
                {"key": key, "title": name, "required": False}
                | (_control(controls[name]) if controls else _field(name, version))
                for key, name in keys.items()
            ]
        },
        settings=_settings(version),
        by=by,
    )
    sampling.draw_items(task=task)
    task = annotation_tasks.set_status(task=task, status="ACTIVE", by=by)
    with path.open("rb") as source:
        upload = File(source, name=version.file_name if controls else f"{version.file_name}.labels.csv"[-255:])
        job = jobs.receive(task=task, kind="annotations", upload=upload, by=by)
    return jobs.start(
        job=job,
        mapping={"item_by": "external_id"}
        | (
            {"item": _item_column(version), "questions": {name: key for key, name in keys.items()}}
            if controls
            else {
                "item": ITEM,
                "annotator": ANNOTATOR,
                "about": {"annotator_kind": KIND},
                "questions": {key: column_of(name) for key, name in keys.items()},
                "justifications": {},
            }
        ),
        by=by,
    )


def _settings(version):
    per_case = round(version.labels["count"] / version.row_count)
    outputs = annotation_tasks.named_outputs(version)
    return annotation_tasks.TaskSettings(
        name=version.dataset.name,
        instructions=_("Imported labels of %(file)s. Write here what annotators were asked.")
        % {"file": version.file_name},
        required_annotations_per_item=min(max(per_case, 1), MOST_ANNOTATORS),
        compared_outputs=outputs[1:2],
    )


def _item_column(version):
    """Where the annotations of Label Studio have the ID of the version's cases."""
    external_id = version.mapping["external_id"]
    if external_id is None:
        text = _("Version %(number)s has no column of IDs, by which its annotations find their cases.")
        raise Conflict(text % {"number": version.version_number}, code="no_labels")
    return "id" if external_id == "id" and version.labels["item"] == "task" else f"data.{external_id}"


def _control(found):
    """The question that a control of Label Studio asks, as far as its answers show it."""
    if found["type"] == "choices" and len(found["values"]) > 1:
        options = [{"value": value, "label": value} for value in sorted(found["values"])]
        return {"type": "single_choice" if found["most"] < 2 else "multiple_choice", "options": options}
    if found["type"] == "rating":
        highest = max([5, *(int(value) for value in found["values"] if _WHOLE.fullmatch(value))])
        return {"type": "rating", "scale": {"min": 1, "max": highest}}
    return {"type": "number" if found["type"] == "number" else "text"}


def _field(name, version):
    """The question that the labels of a column answer: a scale, a choice among what was answered, a number, a text."""
    values = [value for value in version.labels["values"].get(name, {}) if value.strip()]
    if len(values) > 2 and all(map(_WHOLE.fullmatch, values)):
        points = [int(value) for value in values]
        if max(points) - min(points) < MOST_POINTS:
            return {"type": "rating", "scale": {"min": min(points), "max": max(points)}}
    types = {column["name"]: column["type"] for column in version.columns}
    is_number = types.get(name) in ("integer", "number")
    if len(values) > MOST_POINTS and is_number:
        return {"type": "number"}
    if len(values) >= 2:
        options = [{"value": value.strip(), "label": value.strip()} for value in sorted(values)]
        return {"type": "single_choice", "options": options}
    return {"type": "number" if is_number else "text"}
