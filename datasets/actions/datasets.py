"""Make datasets and receive their files."""

import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count

from django.core.files import File
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from datasets import mapping as mappings
from datasets.actions import events, stored_files
from datasets.columns import schema_hash
from datasets.models import Dataset, DatasetVersion
from datasets.models.dataset import TYPES
from datasets.models.purposes import purpose_of
from datasets.readers import format_of
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput

MAX_NAME_CHARACTERS = 255
MAX_TAGS = 50
MAX_TAG_CHARACTERS = 100


class KeptFile(File):
    """The stored file of a version; no version changes its own, so that another can have it without a copy."""

    def link_to(self, path):
        os.link(self.file.name, path)


def create(*, organization, name, description="", type="EVALUATION", tags=(), by):
    """A new, empty dataset; names are unique within an organization."""
    dataset = Dataset(
        organization=organization, name=name, description=description, type=type, tags=list(tags), created_by=by
    )
    _check(dataset)
    with _unique_name(dataset.name), transaction.atomic():
        dataset.save(force_insert=True)
        audit.record(organization=organization, verb="dataset.created", target=dataset, by=by)
    return dataset


@dataclass(frozen=True)
class TakenName:
    """A name that a dataset has, and one like it that is free."""

    dataset: Dataset
    free: str


def taken_name(*, organization, name):
    """The TakenName, None for a name that may be used: that of a dataset with refused files alone is given to the next
    file.
    """
    own, name = Dataset.objects.for_organization(organization), name.strip()
    dataset = own.without_refused().filter(name=name).first()
    if dataset is None:
        return None
    start = name[: MAX_NAME_CHARACTERS - 10]
    names = {*own.filter(name__startswith=f"{start} ").values_list("name", flat=True)}
    return TakenName(dataset, next(free for n in count(2) if (free := f"{start} {n}") not in names))


def create_or_reuse(*, organization, name, by, **own):
    """A new dataset, or the one of this name that has only refused files, for another file."""
    refused = Dataset.objects.for_organization(organization).listed().refused().filter(name=name).first()
    if refused is None:
        return create(organization=organization, name=name, by=by, **own)
    return change(dataset=refused, changes=own, by=by)


@transaction.atomic
def change(*, dataset, changes, by):
    """Change `name`, `description`, `type` or `tags`; Conflict when the name is taken."""
    dataset.check_own()
    for name, value in changes.items():
        setattr(dataset, name, value)
    _check(dataset)
    if changes:
        with _unique_name(dataset.name), transaction.atomic():
            dataset.save(update_fields=[*changes, "updated_at"])
        audit.record(
            organization=dataset.organization,
            verb="dataset.changed",
            target=dataset,
            details={"fields": sorted(changes)},
            by=by,
        )
    return dataset


def receive(*, dataset, upload, mapping=None, description="", purpose="", encoding="", leaves_out=False, by):
    """Store the uploaded file and a PENDING version; a worker checks the file and imports its cases.

    The caller wakes the worker. Raises UnsupportedMedia for a name that no reader knows, InvalidInput for an empty file
    and a mapping of a wrong form, TooLarge above the limit.
    """
    version = DatasetVersion(
        organization=dataset.organization,
        dataset=dataset,
        file_format=format_of(upload.name),
        file_name=upload.name[-255:],
        size_bytes=upload.size,
        description=description,
        purpose=purpose_of(purpose).key,
        encoding=encoding,
        leaves_out_bad_rows=leaves_out,
        created_by=by,
        mapping=mappings.parse(mapping, None).as_json() if mapping else {},
    )
    if upload.size == 0:
        raise InvalidInput(_("The file %(name)s is empty.") % {"name": repr(upload.name)}, code="empty_file")
    stored_files.check_size(upload.size)
    with ExitStack() as undo:
        undo.callback(stored_files.store(version, upload).unlink, missing_ok=True)
        with transaction.atomic():
            _add_version(dataset, version)
            audit.record(
                organization=dataset.organization,
                verb="version.uploaded",
                target=version,
                details={"file": version.file_name, "bytes": upload.size},
                by=by,
            )
        undo.pop_all()
    return version


def receive_again(*, version, purpose="", by):
    """The next version of its dataset, from a copy of the file of this one: what its columns mean can change there.

    The caller wakes the worker. Conflict where the file is not kept.
    """
    path = stored_files.path_of(version)
    if not version.stored_path or not path.is_file():
        text = _("The file of version %(number)s is no longer kept. Upload it again as a new version.")
        raise Conflict(text % {"number": version.version_number}, code="no_file")
    with path.open("rb") as file:
        return receive(
            dataset=version.dataset,
            upload=KeptFile(file, name=version.file_name),
            mapping=version.mapping,
            purpose=purpose,
            encoding=version.encoding,
            leaves_out=version.leaves_out_bad_rows,
            by=by,
        )


@transaction.atomic
def open_version(*, dataset, description="", by):
    """The next version, without a file: `appending` adds cases to it, and publishing closes it."""
    version = DatasetVersion(
        organization=dataset.organization,
        dataset=dataset,
        description=description,
        is_open=True,
        state="done",
        validation_status="VALID",
        schema_hash=schema_hash([]),
        created_by=by,
    )
    _add_version(dataset, version)
    audit.record(organization=dataset.organization, verb="version.opened", target=version, by=by)
    return version


def _add_version(dataset, version):
    """Number the version after the last one; the dataset's row lock leaves no gap and no number twice."""
    Dataset.objects.select_for_update().get(pk=dataset.pk).check_own()
    last = dataset.versions.aggregate(last=Max("version_number"))["last"] or 0
    version.version_number = last + 1
    version.save(force_insert=True)
    dataset.save(update_fields=["updated_at"])


@transaction.atomic
def set_status(*, version, status, by):
    """Publish (freeze) or deprecate a version, which closes an open one; asking for its state changes nothing."""
    version = DatasetVersion.objects.select_for_update(of=("self",)).select_related("dataset").get(pk=version.pk)
    if version.status == status:
        return version
    version.dataset.check_own()
    version.check_transition(status)
    if status == "PUBLISHED" and version.validation_status != "VALID":
        text = _("Version %(number)s is %(status)s; only a VALID version can be published.")
        words = {"number": version.version_number, "status": version.validation_status}
        raise Conflict(text % words, code="not_valid")
    if status == "PUBLISHED" and version.state != "done":
        text = (
            _("Version %(number)s was not fully validated.")
            if version.is_finished
            else _("Version %(number)s is being validated. Wait for the result.")
        )
        raise Conflict(text % {"number": version.version_number}, code="in_check")
    if status == "PUBLISHED" and version.is_open and not version.row_count:
        text = _("Version %(number)s has no cases yet. Add cases first.") % {"number": version.version_number}
        raise Conflict(text, code="no_cases")
    version.status, version.is_open = status, False
    version.save(update_fields=["status", "is_open"])
    if status == "PUBLISHED":
        DatasetVersion.objects.filter(pk=version.pk).update(published_at=Now())
        version.refresh_from_db(fields=["published_at"])
        events.tell_published(version)
    audit.record(organization=version.organization, verb=f"version.{status.lower()}", target=version, by=by)
    return version


def _check(dataset):
    """InvalidInput unless name, type and tags may be stored; blanks around the name are dropped."""
    dataset.name = dataset.name.strip()
    if not 0 < len(dataset.name) <= MAX_NAME_CHARACTERS:
        text = _("name is missing or too long. Valid: 1 to %(most)s characters.") % {"most": MAX_NAME_CHARACTERS}
        raise InvalidInput(text, code="bad_name")
    if dataset.type not in TYPES:
        text = _("type is %(type)s. Valid: %(types)s.") % {"type": repr(dataset.type), "types": ", ".join(TYPES)}
        raise InvalidInput(text, code="unknown_type")
    if len(dataset.tags) > MAX_TAGS:
        text = _("tags has %(n)s entries. Valid: at most %(most)s.") % {"n": len(dataset.tags), "most": MAX_TAGS}
        raise InvalidInput(text, code="bad_tags")
    for tag in dataset.tags:
        if not isinstance(tag, str) or not 0 < len(tag.strip()) <= len(tag) <= MAX_TAG_CHARACTERS:
            text = _("A tag is a text of 1 to %(most)s characters.") % {"most": MAX_TAG_CHARACTERS}
            raise InvalidInput(text, code="bad_tags")


@contextmanager
def _unique_name(name):
    try:
        yield
    except IntegrityError as error:
        if "dataset_name_unique" not in str(error):
            raise
        text = _("A dataset named %(name)s already exists. Choose another name.") % {"name": repr(name)}
        raise Conflict(text, code="name_taken") from error
