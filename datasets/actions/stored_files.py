"""Uploaded files on disk: under names of our own, within limits, kept as they came for as long as their version."""

import shutil

from django.conf import settings
from django.utils.translation import gettext as _

from datasets.limits import MEGABYTE, Limits
from datasets.readers import PREVIEW_ROWS, preview
from evalhub.lib import file_store
from evalhub.lib.errors import TooLarge, Unavailable

FOLDER = "uploads"


def file_limits():
    """The Limits in force: EVALHUB_UPLOAD_MB for the file, twice that for what it decodes to, EVALHUB_UPLOAD_ROWS."""
    size = settings.UPLOAD_MEGABYTES * MEGABYTE
    return Limits(file_bytes=size, decoded_bytes=2 * size, rows=settings.UPLOAD_ROWS)


def check_size(size):
    """TooLarge above the limit; Unavailable when the disk would become full."""
    most = file_limits().file_bytes
    if size > most:
        text = _("The file has %(size)s bytes. Valid: at most %(most)s (%(megabytes)s MB).")
        words = {"size": f"{size:,}", "most": f"{most:,}", "megabytes": settings.UPLOAD_MEGABYTES}
        raise TooLarge(text % words, code="file_too_large", details={"max_bytes": most})
    folder = file_store.folder(FOLDER)
    if shutil.disk_usage(folder).free < size + file_store.SPARE_BYTES:
        text = _("The server does not have enough disk space for this file. Contact your operator.")
        raise Unavailable(text, code="disk_full")


def store(version, upload):
    """Write the upload and set `version.stored_path`; the client's name is never a path. Returns the Path."""
    path = file_store.keep(upload, FOLDER, f"{version.pk}.{version.file_format.lower()}")
    version.stored_path = str(path.relative_to(settings.FILES))
    return path


def path_of(version):
    return settings.FILES / version.stored_path


def readable_path(version):
    """Where the file of a version stands in UTF-8: the file itself, or a copy that the check writes."""
    path = path_of(version)
    return path.with_suffix(f".{version.encoding}.utf8") if version.encoding else path


def first_rows(version, *, rows=PREVIEW_ROWS):
    """The Preview of the stored file."""
    return preview(readable_path(version), file_format=version.file_format, limits=file_limits(), rows=rows)


def uri_of(version):
    """The name of the stored file for programs: opaque, never a path of this server."""
    return f"evalhub://uploads/{version.pk}"
