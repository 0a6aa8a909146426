"""Replace files of an open folder: all of them whole, or none, and never through a link."""

import os
import secrets
import stat

from evalhub.lib.translation import gettext
from reviews.jobs.errors import shown

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
READABLE = 0o644  # the stages downstream are other users


class NotReplaced(Exception):
    """Nothing was written; says why. `name` is the file in question."""

    def __init__(self, message, name):
        super().__init__(message)
        self.name = name


def replace(folder, contents):
    """Write {name: bytes} to exclusive temporary names, flush them, then rename them in the order given.

    A rename within one folder hardly ever fails; if one does, files that were not there before are taken away again.
    """
    fresh = {name for name in contents if not _is_replaceable(folder, name)}
    temporary = {name: f".{name[:40]}.{secrets.token_hex(8)}.part" for name in contents}
    done, name = [], ""
    try:
        for name, content in contents.items():
            file = os.open(temporary[name], _NEW, READABLE, dir_fd=folder)
            with os.fdopen(file, "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
        for name in contents:
            os.replace(temporary[name], name, src_dir_fd=folder, dst_dir_fd=folder)
            done.append(name)
        os.fsync(folder)
    except OSError as error:
        for place in fresh & set(done):
            _remove(folder, place)
        words = gettext("The file %(name)s cannot be written: %(reason)s. Nothing was written.")
        raise NotReplaced(words % {"name": shown(name), "reason": os.strerror(error.errno)}, name) from None
    finally:
        for place in temporary.values():
            _remove(folder, place)


def _is_replaceable(folder, name):
    """Whether a regular file is there to be replaced; NotReplaced for a link, a folder or a device."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        words = gettext("%(name)s is a link or a folder, not a regular file. Remove it. Nothing was written.")
        raise NotReplaced(words % {"name": shown(name)}, name)
    return True


def _remove(folder, name):
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
