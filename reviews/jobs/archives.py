"""Unpack a job directory that came as an archive: nothing but plain files and folders, counted while they are read."""

import gzip
import os
import shutil
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

from evalhub.lib.translation import gettext
from reviews.jobs.archive_entries import NotUnpacked, tar_entries, zip_entries
from reviews.jobs.directory import MAX_DEPTH, MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES
from reviews.jobs.errors import JobError, printable, shown
from reviews.jobs.plain_names import NotPlain, plain_parts

READERS = {".zip": zip_entries, ".tar.gz": tar_entries, ".tgz": tar_entries}
MAX_ENTRIES = 2 * MAX_FILES  # files and folders
CHUNK_BYTES = 65536
_BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
# What the archive programs of desktops add.
_ADDED_FOLDER = "__MACOSX"
_ADDED_FILE = ".DS_Store"


def unpack(file, *, name, target):
    """Unpack an open binary file into an empty directory, which is left empty on an error.

    `name` only tells the kind of archive. A single folder at the top is stripped, and its name returned, else "".
    JobError directory_invalid names the entry that is refused.
    """
    target = Path(target)
    ending = next((ending for ending in READERS if name.lower().endswith(ending)), None)
    if ending is None:
        words = gettext("%(name)s is not a readable archive. Valid: %(valid)s.")
        raise _refusal(words % {"name": shown(name), "valid": ", ".join(READERS)})
    if any(target.iterdir()):
        raise ValueError("Archives are unpacked into an empty directory.")
    unpacking = _Unpacking(target)
    try:
        for entry in READERS[ending](file, most_bytes=MAX_TOTAL_BYTES, most_entries=MAX_ENTRIES):
            unpacking.take(entry)
        return unpacking.end()
    except NotUnpacked as problem:
        _empty(target)
        raise _refusal(str(problem), field=problem.entry) from None
    except _BROKEN:
        _empty(target)
        words = gettext("%(name)s is not a complete %(kind)s archive.") % {"name": shown(name), "kind": ending}
        raise _refusal(words) from None
    except BaseException:
        _empty(target)
        raise


class _Unpacking:
    """What was written so far: every limit is checked against what really came, not against what was declared."""

    def __init__(self, target):
        self.target = target
        self.files = set()
        self.folders = set()
        self.entries = 0
        self.total_bytes = 0

    def take(self, entry):
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise NotUnpacked(gettext("The archive has more than %(most)s entries.") % {"most": MAX_ENTRIES})
        if entry.problem:
            raise NotUnpacked(_of_entry(entry.name, entry.problem), entry.name)
        parts = _parts(entry.name)
        if not parts or parts[0] == _ADDED_FOLDER or parts[-1] == _ADDED_FILE:
            return
        if entry.is_folder:
            self._make_folders(parts, entry.name)
        else:
            self._make_folders(parts[:-1], entry.name)
            self._write(parts, entry)

    def end(self):
        """Check the depth, and strip a single folder at the top: its name, or an empty text."""
        if not self.files:
            raise NotUnpacked(gettext("The archive is empty."))
        tops = {parts[0] for parts in self.files | self.folders}
        is_wrapped = len(tops) == 1 and not any(len(parts) == 1 for parts in self.files)
        deepest = max(len(parts) for parts in self.files | self.folders) - is_wrapped
        if deepest > MAX_DEPTH:
            raise NotUnpacked(gettext("The archive is nested deeper than %(most)s folders.") % {"most": MAX_DEPTH})
        if not is_wrapped:
            return ""
        top = tops.pop()
        _strip(self.target, top)
        return top

    def _make_folders(self, parts, name):
        for length in range(1, len(parts) + 1):
            folder = parts[:length]
            if folder in self.files:
                raise NotUnpacked(_of_entry(name, gettext("it is a file and a folder")), name)
            if folder not in self.folders:
                if len(self.folders) == MAX_FILES:
                    raise NotUnpacked(gettext("The archive has more than %(most)s folders.") % {"most": MAX_FILES})
                self.folders.add(folder)
                self.target.joinpath(*folder).mkdir(mode=0o700)

    def _write(self, parts, entry):
        if parts in self.files or parts in self.folders:
            raise NotUnpacked(_of_entry(entry.name, gettext("the name occurs twice")), entry.name)
        if len(self.files) == MAX_FILES:
            raise NotUnpacked(gettext("The archive has more than %(most)s files.") % {"most": MAX_FILES})
        self.files.add(parts)
        size, name = 0, entry.name
        path = self.target.joinpath(*parts)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(path, flags, 0o600), "wb") as out, entry.open() as content:
            while chunk := content.read(CHUNK_BYTES):
                size += len(chunk)
                self.total_bytes += len(chunk)
                if size > MAX_FILE_BYTES:
                    words = gettext("it has more than %(most)s bytes") % {"most": f"{MAX_FILE_BYTES:,}"}
                    raise NotUnpacked(_of_entry(name, words), name)
                if self.total_bytes > MAX_TOTAL_BYTES:
                    words = gettext("with it the archive has more than %(most)s bytes")
                    raise NotUnpacked(_of_entry(name, words % {"most": f"{MAX_TOTAL_BYTES:,}"}), name)
                out.write(chunk)


def _parts(name):
    """The components of an entry's name; none for the folder itself. A leading "./" is how tar writes a folder."""
    plain = name[2:] if name.startswith("./") else name
    plain = plain.removesuffix("/")
    if plain in {"", "."} and not name.startswith("/"):
        return ()
    try:
        # A folder that is stripped later may stand above what is allowed below it.
        return plain_parts(plain, most=MAX_DEPTH + 1)
    except NotPlain as problem:
        raise NotUnpacked(str(problem), name) from None


def _strip(target, top):
    """Move what lies in the only folder one up; it is renamed first, for it may hold an entry of its own name."""
    wrapper = target / ".unpacked"
    (target / top).rename(wrapper)
    inside = list(wrapper.iterdir())
    if any(path.name == wrapper.name for path in inside):
        raise NotUnpacked(_of_entry(wrapper.name, gettext("the name is already used")), wrapper.name)
    for path in inside:
        path.rename(target / path.name)
    wrapper.rmdir()


def _empty(target):
    for path in target.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _of_entry(name, reason):
    return gettext("The entry %(name)s cannot be unpacked: %(reason)s.") % {"name": shown(name), "reason": reason}


def _refusal(message, field="file"):
    return JobError(message, category="directory_invalid", field=printable(field, 200))
