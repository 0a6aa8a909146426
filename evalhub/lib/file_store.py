"""The folders below `settings.FILES`: one for each kind of file, closed to others, swept of what nobody needs."""

import contextlib
import time
from pathlib import Path

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

LEFTOVER_SECONDS = 24 * 3600
CHUNK_BYTES = 1024 * 1024


def folder(name: str) -> Path:
    """The Path of the folder with this name, made when it is not there."""
    path = settings.FILES / name
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def keep(upload: UploadedFile, folder_name: str, file_name: str) -> Path:
    """Write an upload under a name of our own that nothing has yet; returns the Path. One that lies here already is
    linked.
    """
    path = folder(folder_name) / file_name
    if hasattr(upload, "link_to"):
        upload.link_to(path)
        return path
    with path.open("xb") as out:
        for chunk in upload.chunks(CHUNK_BYTES):
            out.write(chunk)
    return path


def release(rows: QuerySet) -> int:
    """Remove the files of `rows` (a queryset with `stored_path`) and forget their names; returns how many."""
    gone = 0
    for row in rows.exclude(stored_path=""):
        (settings.FILES / row.stored_path).unlink(missing_ok=True)
        gone += type(row).objects.filter(pk=row.pk).update(stored_path="")
    return gone


def remove_leftovers(name: str, rows: QuerySet) -> int:
    """Remove what killed processes left in a folder: day-old files that none of `rows` names; returns how many."""
    kept = set(rows.exclude(stored_path="").values_list("stored_path", flat=True))
    old = time.time() - LEFTOVER_SECONDS
    gone = 0
    for path in folder(name).iterdir():
        if str(path.relative_to(settings.FILES)) in kept:
            continue
        with contextlib.suppress(FileNotFoundError):  # another sweep, or the file's own writer, was here first
            if path.stat().st_mtime < old:
                path.unlink()
                gone += 1
    return gone
