"""A wall around one piece of work: whatever it raises is logged and stays inside, so that its neighbours go on."""

import logging

logger = logging.getLogger(__name__)


class Contained:
    """A block in which an exception ends the block alone: it is logged under `what` and is `error` afterwards.

    Classes in `passes` go on to the caller, as does what is no Exception: the end of the process.
    """

    def __init__(self, what, *, passes=()):
        self.error = None
        self._what, self._passes = what, passes

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if not isinstance(error, Exception) or isinstance(error, self._passes):
            return False
        self.error = error
        logger.error("%s failed.", self._what, exc_info=error)
        return True
