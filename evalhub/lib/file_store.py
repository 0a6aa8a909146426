"""The folders below `settings.FILES`: one for each kind of file, closed to others, swept of what nobody needs."""

import logging
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

logger = logging.getLogger(__name__)
LEFTOVER_SECONDS = 24 * 3600
SPARE_BYTES = 200 * 1024 * 1024  # what the disk keeps free
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


def release(row: Any) -> None:
    """Remove the file of a row with `stored_path`, and forget its name."""
    (settings.FILES / row.stored_path).unlink(missing_ok=True)
    type(row).objects.filter(pk=row.pk).update(stored_path="")


def remove_leftovers(name: str, rows: QuerySet) -> int:
    """Remove what killed processes left in a folder: day-old files that none of `rows` names; returns how many."""
    kept = set(rows.exclude(stored_path="").values_list("stored_path", flat=True))
    old = time.time() - LEFTOVER_SECONDS
    gone = 0
    for path in folder(name).iterdir():
        if str(path.relative_to(settings.FILES)) in kept:
            continue
        try:
            if path.stat().st_mtime < old:
                path.unlink()
                gone += 1
        except FileNotFoundError:  # another sweep, or the file's own writer, was here first
            continue
        except OSError:
            logger.exception("A file that nobody needs cannot be removed.")
    return gone
