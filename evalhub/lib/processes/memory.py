"""Gives back to the system what a process needed for a moment, once that moment is over."""

import ctypes
import gc
import mmap
import threading

GROWN_BYTES = 24 * 2**20
IDLE_SECONDS = 10.0


class Returned:
    """A WSGI application after whose large requests the free memory of the process goes back to the system.

    Python and the C library keep what they free for the next request, and need it rarely. Linux with glibc only;
    elsewhere nothing is done.
    """

    def __init__(self, application):
        self._application = application
        self._usual = resident_bytes()
        self._lock, self._active, self._is_due = threading.Lock(), 0, False

    def __call__(self, environ, start_response):
        with self._lock:
            self._active += 1
        try:
            return self._application(environ, start_response)
        finally:
            is_large = resident_bytes() - self._usual > GROWN_BYTES
            with self._lock:
                self._active -= 1
                is_first, self._is_due = is_large and not self._is_due, self._is_due or is_large
            if is_first:
                self._wait()

    def _wait(self):
        timer = threading.Timer(IDLE_SECONDS, self._give_back)
        timer.daemon = True
        timer.start()

    def _give_back(self):
        trim()
        if self._active:  # what it holds would count as usual
            self._wait()
        else:
            self._usual, self._is_due = resident_bytes(), False


def trim() -> None:
    """Collect garbage, an error's body among it, and return free pages; takes some hundredths of a second."""
    gc.collect()
    give_back = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if give_back is not None:
        give_back(0)


def resident_bytes() -> int:
    """The memory that this process has now; 0 on a system that does not tell."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * mmap.PAGESIZE
    except OSError:
        return 0
