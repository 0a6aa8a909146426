"""One installation runs once: a locked file says who runs it, a record beside it says with what settings."""

import contextlib
import fcntl
import json
import os
from dataclasses import dataclass

from evalhub.local.errors import LocalError


@dataclass(frozen=True)
class Holder:
    """Who holds an installation: `url` is empty while it starts, or when a single command holds it."""

    url: str
    pid: str

    def sentence(self):
        if self.url:
            return f"already running: {self.url}"
        return f"already in use by process {self.pid}, which still starts or runs a single command. Try again later."


class Instance:
    """The lock and the record of one home. The system drops the lock with the process, however it ends."""

    def __init__(self, home):
        self._home = home
        self._file = None

    def take(self):
        """LocalError naming the holder if another process has it."""
        descriptor = os.open(self._home.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._file = os.fdopen(descriptor, "r+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lines = self._file.read().splitlines()
            holder = Holder(url=lines[1] if len(lines) > 1 else "", pid=lines[0] if lines else "unknown")
            self._file.close()
            raise LocalError(holder.sentence()) from None
        self._home.record.unlink(missing_ok=True)
        self._write(f"{os.getpid()}\n")

    def announce(self, *, url, environment, processes):
        """Publishes the settings for `manage.py` beside it, then the address; `processes` are numbers by name."""
        half = self._home.record.with_suffix(".new")
        half.unlink(missing_ok=True)
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as record:
            json.dump({"url": url, "pid": os.getpid(), "environment": environment, "processes": processes}, record)
        half.replace(self._home.record)
        self._write(f"{os.getpid()}\n{url}\n")

    def release(self):
        self._home.record.unlink(missing_ok=True)
        self._write("")
        self._file.close()

    def _write(self, text):
        self._file.seek(0)
        self._file.truncate()
        self._file.write(text)
        self._file.flush()


def read_record(home):
    """What `announce` wrote, or None if nothing runs in this home now or another user runs it."""
    if not is_held(home):
        return None
    with contextlib.suppress(FileNotFoundError, PermissionError):
        return json.loads(home.record.read_text())
    return None


def is_held(home):
    try:
        with open(home.lock) as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (FileNotFoundError, PermissionError):
        return False
    return False
