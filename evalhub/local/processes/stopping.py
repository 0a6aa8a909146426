"""Turns Ctrl-C, SIGTERM and SIGHUP into a question the waiting loops ask, and a third Ctrl-C into an immediate end."""

import contextlib
import os
import select
import signal

FORCED_AT = 3


class StopSignals:
    """Counts requests to stop. `on_force` is called before the process exits at the third.

    `parent` is a followed parent process, whose interrupts count as well, or None.
    """

    def __init__(self, on_force, parent=None):
        self._parent = parent
        self.count = 0
        self.last = None
        self._on_force = on_force
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def install(self):
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, self._count)
        signal.signal(signal.SIGTERM, self._count)
        # A child's end wakes the loop; the loop looks at the children itself.
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        # Started with nohup, hang-ups stay ignored.
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._count)

    def requested(self):
        return self.count > 0 or (self._parent is not None and self._parent.is_interrupted())

    def wait(self, seconds):
        """Sleeps, but wakes at once for a signal or a child's end."""
        readable, _, _ = select.select([self._read], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            while readable and os.read(self._read, 512):
                pass

    def _count(self, number, frame):
        self.count += 1
        self.last = number
        if self.count >= FORCED_AT:
            self._on_force()
            os._exit(130)
