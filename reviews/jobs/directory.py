"""A job directory: read and written by plain relative names, without ever following a link."""

import os
import stat
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from evalhub.lib.translation import gettext
from reviews.jobs import replacement, safe_open
from reviews.jobs.errors import FileMissing, JobError, printable, shown
from reviews.jobs.plain_names import MAX_DEPTH, MAX_PART_BYTES, NotPlain, plain_parts

MAX_FILES = 200
MAX_FILE_BYTES = 20_000_000
MAX_TOTAL_BYTES = 50_000_000

__all__ = ["MAX_DEPTH", "MAX_FILES", "MAX_FILE_BYTES", "MAX_TOTAL_BYTES", "Entry", "JobDirectory", "StoredFile"]


@dataclass(frozen=True)
class Entry:
    """Something in the directory; with a `problem` it is listed and never read."""

    path: str
    size_bytes: int
    is_folder: bool
    problem: str = ""


@dataclass(frozen=True)
class StoredFile:
    content: bytes
    modified_ns: int


class JobDirectory:
    """Opened anew for each use, from the root down; refused when another directory has taken its place meanwhile."""

    def __init__(self, path):
        self.path = Path(_absolute(path))
        self.name = self.path.name
        if not self.name:
            raise _directory_error(gettext("The root of the file system is not a job directory."))
        self._identity = None
        with self._opened() as folder:
            self._identity = _identity(folder)

    def __repr__(self):
        return f"JobDirectory({str(self.path)!r})"

    @classmethod
    def of(cls, place):
        """The JobDirectory of a path; one that is one already stays as it is."""
        return place if isinstance(place, cls) else cls(place)

    def read(self, relative, *, category="artifact_invalid", field=""):
        """The bytes of a regular file; FileMissing, or a JobError of this category and field (the path by default)."""
        return self.stored(relative, category=category, field=field).content

    def stored(self, relative, *, category="artifact_invalid", field="", most=MAX_FILE_BYTES):
        """The StoredFile of a regular file of at most `most` bytes; errors as in `read`."""
        where = {"category": category, "field": field or str(relative)}
        try:
            parts = plain_parts(relative)
            with self._opened() as folder, safe_open.opened_file(parts, folder) as file:
                return _read(file, most)
        except NotPlain as problem:
            raise JobError(str(problem), **where) from None
        except safe_open.NotThere:
            raise FileMissing(gettext("File not found: %(met)s.") % {"met": shown(relative)}, **where) from None
        except (safe_open.NotOpened, OSError) as problem:
            raise JobError(_cannot_read(relative, problem), **where) from None

    def has(self, relative):
        """Whether anything has this name, readable or not; JobError for a name that is not plain."""
        try:
            parts = plain_parts(relative)
            with self._opened() as folder, safe_open.opened_folder(parts[:-1], inside=folder) as parent:
                os.stat(parts[-1], dir_fd=parent, follow_symlinks=False)
        except (safe_open.NotThere, FileNotFoundError):
            return False
        except NotPlain as problem:
            raise JobError(str(problem), category="artifact_invalid", field=str(relative)) from None
        except safe_open.NotOpened as problem:
            raise JobError(_cannot_read(relative, problem), category="artifact_invalid", field=str(relative)) from None
        return True

    def tree(self):
        """Every Entry, a folder before what is in it, sorted by name; JobError when there are too many or too deep."""
        found = []
        try:
            with self._opened() as folder:
                _walk(folder, (), found)
        except (safe_open.NotThere, safe_open.NotOpened, OSError) as problem:
            raise _directory_error(_cannot_read(self.name, problem)) from None
        return found

    def write(self, texts):
        """Write {name: text} into the directory itself, each replaced whole; on an error nothing has changed."""
        contents = {}
        for name, text in texts.items():
            try:
                if len(plain_parts(name)) > 1:
                    raise NotPlain(gettext("Files can be written only to the job directory itself, not to subfolders."))
            except NotPlain as problem:
                raise JobError(str(problem), category="directory_invalid", field=str(name)) from None
            contents[name] = text.encode()
        with self._opened() as folder:
            try:
                replacement.replace(folder, contents)
            except replacement.NotReplaced as problem:
                raise _directory_error(str(problem), field=problem.name) from None

    @contextmanager
    def _opened(self):
        """A descriptor of the directory; JobError directory_invalid when it cannot be opened or is another one."""
        with _reached(self.path) as folder:
            if self._identity not in {None, _identity(folder)}:
                raise _directory_error(
                    gettext("%(met)s was replaced by another directory.") % {"met": shown(self.name)}
                )
            yield folder


@contextmanager
def _reached(path):
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(safe_open.opened_folder(path.parts[1:]))
        except (safe_open.NotThere, safe_open.NotOpened) as problem:
            words = gettext("The job directory cannot be opened: %(problem)s. Valid: a directory, no link above it.")
            raise _directory_error(words % {"problem": problem}) from None
        yield folder


def _absolute(path):
    """The path without `.` and `..`, taken away by name: a link in between is refused later, never followed."""
    try:
        text = os.fspath(path)
        text.encode()
    except (TypeError, AttributeError, UnicodeEncodeError):
        raise _directory_error(gettext("%(met)s is not a UTF-8 path.") % {"met": shown(path)}) from None
    if not text or "\0" in text:
        raise _directory_error(gettext("%(met)s is not the path of a directory.") % {"met": shown(text)})
    return os.path.abspath(text)


def _identity(folder):
    found = os.fstat(folder)
    return found.st_dev, found.st_ino


def _read(file, most):
    """At most `most` bytes, counted while reading: a file may grow."""
    chunks, size = [], 0
    while chunk := os.read(file, min(1 << 20, most + 1 - size)):
        chunks.append(chunk)
        size += len(chunk)
        if size > most:
            raise safe_open.NotOpened(gettext("it has more than %(most)s bytes") % {"most": f"{most:,}"})
    return StoredFile(b"".join(chunks), os.fstat(file).st_mtime_ns)


def _walk(folder, above, found):
    with os.scandir(folder) as listing:
        names = sorted(entry.name for entry in _few(listing, len(found)))
    for name in names:
        place = (*above, printable(name, MAX_PART_BYTES))
        if len(place) > MAX_DEPTH:
            raise _directory_error(
                gettext("The directory is nested deeper than %(most)s folders.") % {"most": MAX_DEPTH},
                field="/".join(above),
            )
        state = os.stat(name, dir_fd=folder, follow_symlinks=False)
        is_folder = stat.S_ISDIR(state.st_mode)
        size = state.st_size if stat.S_ISREG(state.st_mode) else 0
        found.append(Entry("/".join(place), size, is_folder, safe_open.kind_problem(state.st_mode)))
        if is_folder:
            with safe_open.opened_folder((name,), inside=folder) as below:
                _walk(below, place, found)


def _few(listing, before):
    """The entries of a listing that is not too long, with those found before: a huge folder is not even sorted."""
    for number, entry in enumerate(listing, start=before + 1):
        if number > MAX_FILES:
            words = gettext("The directory contains more than %(most)s files and folders.")
            raise _directory_error(words % {"most": MAX_FILES})
        yield entry


def _cannot_read(relative, problem):
    reason = os.strerror(problem.errno) if isinstance(problem, OSError) else problem
    return gettext("%(met)s cannot be read: %(reason)s.") % {"met": shown(relative), "reason": reason}


def _directory_error(message, field="job_dir"):
    return JobError(message, category="directory_invalid", field=field)
