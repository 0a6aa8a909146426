"""The `make` above this process: its death and its Ctrl-C count as requests to stop. Only Linux tells about them."""

import ctypes
import os
import signal
import sys
from pathlib import Path

from evalhub.local.processes.shim import PR_SET_PDEATHSIG

_INTERRUPTS = (1 << (signal.SIGINT - 1)) | (1 << (signal.SIGHUP - 1))


class Parent:
    """The process that started this one, followed from now on."""

    def __init__(self):
        self._status = Path(f"/proc/{os.getppid()}/status")
        self._blocked_before = self._blocked()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)

    def is_interrupted(self):
        """True while `make` handles an interrupt.

        An interrupt sent to make alone is not passed on: make waits for us inside of its handler, where the signal
        is blocked, which shows in its status.
        """
        return bool(self._blocked() & ~self._blocked_before & _INTERRUPTS)

    def _blocked(self):
        """The mask of blocked signals; 0 where it cannot be read."""
        try:
            lines = self._status.read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1], 16) for line in lines if line.startswith("SigBlk:")), 0)
