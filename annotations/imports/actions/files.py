"""Uploaded files with annotations: stored under names of our own, looked into, and removed after a week."""

import datetime
from dataclasses import dataclass
from itertools import islice

from django.conf import settings
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy

from annotations.imports.formats import registry as formats
from annotations.imports.formats.label_studio import is_label_studio_task
from annotations.imports.models import ImportJob
from annotations.tasks.actions import form as forms
from annotations.tasks.models import TaskItem
from datasets.actions import stored_files
from datasets.readers import format_of
from datasets.readers import registry as readers
from datasets.row_errors import worded
from evalhub.lib import file_store
from evalhub.lib.errors import InvalidInput, UnsupportedMedia
from evalhub.lib.translation import gettext as _
from evalhub.work.sweep import Sweep

KEPT_FOR = datetime.timedelta(days=7)
FOLDER = "imports"
LOOKED_AT_ROWS = 100


@dataclass(frozen=True)
class FileSample:
    """The first rows of a file: what may name the item, the likely mapping, values by row, and errors among them."""

    item_columns: list
    columns: list
    mapping: dict
    rows: list
    errors: list
    n_items_found: int


def store(job, upload, *, format=""):
    """Write the upload and set `format` and `stored_path` of an unsaved job; returns the Path."""
    if upload.size == 0:
        raise InvalidInput(_("The file %(name)s is empty.") % {"name": f"{upload.name!r}"}, code="empty_file")
    if format and format not in formats:
        text = _("format is %(value)s. Valid: %(valid)s.")
        raise InvalidInput(text % {"value": f"{format!r}", "valid": ", ".join(formats)}, code="unknown_format")
    reader = formats[format].reader if format else format_of(upload.name)
    if reader not in {one.reader for one in formats.values()}:
        raise UnsupportedMedia(
            _("%(format)s files are not supported. Valid: .jsonl, .json, .csv.") % {"format": reader},
            code="unknown_file_format",
        )
    stored_files.check_size(upload.size)
    path = file_store.keep(upload, FOLDER, f"{job.pk}.{reader.lower()}")
    job.stored_path = str(path.relative_to(settings.FILES))
    job.format = format or _format(path, reader)
    return path


def specs_of(job):
    return forms.load(job.task.schema_version_id).specs


def open_reader(path, form):
    """The unread reader of datasets for a file of this import format: rows as they stand in the file."""
    return readers[form.reader](path, limits=stored_files.file_limits())


def sample(job):
    """The FileSample at the stored file of a job; its mapping is the job's own, else what the names suggest."""
    form = formats[job.format]
    path = settings.FILES / job.stored_path
    reader = open_reader(path, form)
    first = list(islice(reader, LOOKED_AT_ROWS))
    rows = [row.values for row in first]
    candidates = form.item_columns(rows)
    mapping = job.mapping or form.guess(rows, specs_of(job)) | _best_item(job, form, rows, candidates)
    return FileSample(
        item_columns=candidates,
        columns=[column.name for column in reader.columns()],
        mapping=mapping,
        rows=first,
        errors=worded(reader.errors.as_json()),
        n_items_found=_matches(job, form, rows, mapping["item"], mapping["item_by"]),
    )


def _best_item(job, form, rows, candidates):
    """{"item", "item_by"}: the column and kind of id by which most of the first rows are items of the task."""
    best, most = {"item": next(iter(candidates), ""), "item_by": "external_id"}, 0
    for column in candidates:
        for item_by in ("item_id", "external_id") if column.endswith("item_id") else ("external_id", "item_id"):
            count = _matches(job, form, rows, column, item_by)
            if count > most:
                best, most = {"item": column, "item_by": item_by}, count
        if most == len(rows):
            break
    return best


def _matches(job, form, rows, column, item_by):
    names = {name for values in rows if (name := form.item_of(values, column))}
    items = TaskItem.objects.filter(task_id=job.task_id)
    if item_by == "item_id":
        return items.filter(
            pk__in=[int(name) for name in names if name.isascii() and name.isdigit() and len(name) < 19]
        ).count()
    return items.filter(test_case__external_id__in=names).count()


def _format(path, reader):
    """The import format of a stored file: tasks of Label Studio look like nothing else."""
    if reader == "JSON":
        first = next(iter(open_reader(path, formats["JSON"])), None)
        if first is not None and is_label_studio_task(first.values):
            return "LABEL_STUDIO"
    return reader


def _ended():
    ended = ImportJob.objects.filter(created_at__lt=Now() - KEPT_FOR).exclude(state="running")
    return ended.exclude(stored_path="")


OLD_FILES = Sweep("old_imports", title=gettext_lazy("Files of imports"), rows=_ended, work=file_store.release)
