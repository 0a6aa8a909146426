"""Receive large files in parts that may break off at any byte: what has arrived stays, and the sender goes on there.

A part is written at its offset and counted afterwards, so a process that dies between the two has lost nothing: the
same bytes are written again.
"""

import datetime
import os

from django.conf import settings
from django.db.models import Count, Sum
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from datasets.actions import stored_files
from datasets.limits import MEGABYTE
from datasets.models import PartialUpload
from datasets.readers import format_of
from evalhub.lib import file_store
from evalhub.lib.errors import Conflict, InvalidInput, TooLarge
from evalhub.work.sweep import Sweep

FOLDER = "partial-uploads"
KEPT_FOR = datetime.timedelta(days=7)
PIECE_BYTES = MEGABYTE
LONGEST_FINGERPRINT = 100
# Uploads that were begun and not used yet, and their announced bytes in files of the largest size.
MOST_OF_PERSON, LARGEST_OF_PERSON = 20, 10
MOST_OF_ORGANIZATION, LARGEST_OF_ORGANIZATION = 200, 50


class ReceivedFile:
    """A file that is complete on this server, for what takes an upload; it is linked and not copied."""

    def __init__(self, upload):
        self.upload = upload
        self.name, self.size = upload.file_name, upload.size_bytes
        self.path = settings.FILES / upload.stored_path

    def link_to(self, path):
        os.link(self.path, path)


def begin(*, organization, name, size, fingerprint, by):
    """The PartialUpload of this file, new or the one that the person began before.

    Raises UnsupportedMedia for a name that no reader knows, InvalidInput for an empty file, TooLarge above the limit,
    Conflict where the person or the organization has begun too much already.
    """
    format_of(name)
    if size < 1:
        raise InvalidInput(_("The file %(name)s is empty.") % {"name": repr(name)}, code="empty_file")
    stored_files.check_size(size)
    folder = file_store.folder(FOLDER)
    known = {"file_name": name[-255:], "size_bytes": size, "fingerprint": fingerprint[:LONGEST_FINGERPRINT]}
    uploads = PartialUpload.objects.for_organization(organization)
    if not uploads.filter(created_by=by, **known).exists():
        _check_room(uploads.filter(created_by=by), size, MOST_OF_PERSON, LARGEST_OF_PERSON)
        _check_room(uploads, size, MOST_OF_ORGANIZATION, LARGEST_OF_ORGANIZATION)
    new = PartialUpload(organization=organization, created_by=by)
    path = folder / f"{new.pk}.part"
    upload, is_new = PartialUpload.objects.get_or_create(
        organization=organization,
        created_by=by,
        **known,
        defaults={"id": new.pk, "stored_path": str(path.relative_to(settings.FILES))},
    )
    stored = settings.FILES / upload.stored_path
    if is_new or not stored.is_file():
        stored.touch(mode=0o600)
        PartialUpload.objects.filter(pk=upload.pk).update(received_bytes=0)
        upload.received_bytes = 0
    return upload


def _check_room(uploads, size, most, largest):
    found = uploads.aggregate(n=Count("pk"), size=Sum("size_bytes", default=0))
    most_megabytes = largest * settings.UPLOAD_MEGABYTES
    if found["n"] >= most or found["size"] + size > most_megabytes * MEGABYTE:
        words = _(
            "%(n)s uploads with %(size)s MB together are not finished. Valid: at most %(most)s with %(megabytes)s MB. "
            "Finish or remove one first."
        )
        sizes = {"size": f"{found['size'] / MEGABYTE:,.0f}", "megabytes": f"{most_megabytes:,}"}
        raise Conflict(words % {"n": found["n"], "most": most, **sizes}, code="too_many_uploads")


def append(*, upload, offset, stream):
    """Write what `stream` gives at `offset`; returns how many bytes have arrived in all.

    Conflict with the right offset where another is sent, TooLarge for more than a part or than the file. A stream
    that breaks off leaves what it gave.
    """
    if offset != upload.received_bytes:
        raise _wrong_offset(upload)
    most = min(settings.UPLOAD_PART_BYTES, upload.size_bytes - offset)
    written = 0
    with open(settings.FILES / upload.stored_path, "r+b") as file:
        file.seek(offset)
        while piece := _read(stream, min(PIECE_BYTES, most - written + 1)):
            if written + len(piece) > most:
                raise TooLarge(
                    _("A part has at most %(most)s bytes here.") % {"most": f"{most:,}"}, code="part_too_large"
                )
            file.write(piece)
            written += len(piece)
        file.flush()
        os.fsync(file.fileno())
    mine = PartialUpload.objects.filter(pk=upload.pk, received_bytes=offset)
    if not mine.update(received_bytes=offset + written, updated_at=Now()):
        upload.refresh_from_db()
        raise _wrong_offset(upload)
    return offset + written


def _read(stream, size):
    """The next bytes; none where the sender is gone."""
    try:
        return stream.read(size)
    except OSError:
        return b""


def discard(*, upload):
    """Forget an upload and its bytes."""
    (settings.FILES / upload.stored_path).unlink(missing_ok=True)
    upload.delete()


OLD_UPLOADS = Sweep(
    "old_uploads",
    title=gettext_lazy("Unfinished uploads"),
    rows=lambda: PartialUpload.objects.filter(updated_at__lt=Now() - KEPT_FOR),
    work=lambda upload: discard(upload=upload),
)


def _wrong_offset(upload):
    text = _("%(n)s bytes have arrived. Continue there.") % {"n": f"{upload.received_bytes:,}"}
    return Conflict(text, code="wrong_offset", details={"offset": upload.received_bytes})
