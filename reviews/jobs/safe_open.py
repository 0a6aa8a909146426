"""Open what lies below a folder without following a link at any component."""

import os
import stat
from contextlib import contextmanager

from evalhub.lib.translation import gettext
from reviews.jobs.errors import shown

_SEARCH = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_LIST = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class NotThere(Exception):
    """Nothing has this name."""


class NotOpened(Exception):
    """Something has this name that is not read: a link, a device, a file where a folder should be."""


@contextmanager
def opened_folder(parts, *, start="/", inside=None):
    """A descriptor of the folder at `parts` below `start`, or below the open folder `inside`; closed at the end."""
    current = os.open(start, _LIST) if inside is None else os.dup(inside)
    try:
        for place, part in enumerate(parts):
            flags = _LIST if place == len(parts) - 1 else _SEARCH
            below = _open(part, flags, current)
            os.close(current)
            current = below
        yield current
    finally:
        os.close(current)


@contextmanager
def opened_file(parts, inside):
    """A descriptor of the regular file at `parts` below the open folder `inside`; closed at the end."""
    with opened_folder(parts[:-1], inside=inside) as folder:
        file = _open(parts[-1], _READ, folder)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise NotOpened(gettext("%(name)s is not a regular file") % {"name": shown(parts[-1])})
        yield file
    finally:
        os.close(file)


def kind_problem(mode):
    """Why something of this mode is never read, in words; an empty text for regular files and folders."""
    if stat.S_ISLNK(mode):
        return gettext("a link, which is never followed")
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return ""
    return gettext("neither a regular file nor a folder")


def _open(part, flags, folder):
    try:
        return os.open(part, flags, dir_fd=folder)
    except FileNotFoundError:
        raise NotThere(gettext("%(name)s does not exist") % {"name": shown(part)}) from None
    except OSError as error:
        reason = _kind(part, folder) or os.strerror(error.errno)
        raise NotOpened(gettext("%(name)s: %(reason)s") % {"name": shown(part), "reason": reason}) from None


def _kind(part, folder):
    try:
        return kind_problem(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode)
    except OSError:
        return ""
