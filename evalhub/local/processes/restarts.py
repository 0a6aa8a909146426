"""When an ended child is started again: after a pause that doubles, and is forgotten after a minute of good service."""

import time
from dataclasses import dataclass

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
GOOD_SERVICE_SECONDS = 60.0


@dataclass(frozen=True)
class Pause:
    """How long to wait, and until when on the monotonic clock."""

    seconds: float
    until: float


class Restarts:
    """The pauses of children by name."""

    def __init__(self, clock=time.monotonic):
        self._clock = clock
        self._pauses = {}

    def ended(self, name, started_at):
        """Notes the end of a child that was started at `started_at` and returns its pause."""
        now = self._clock()
        before = self._pauses.get(name)
        seconds = FIRST_PAUSE_SECONDS
        if before is not None and now - started_at < GOOD_SERVICE_SECONDS:
            seconds = min(before.seconds * 2, LONGEST_PAUSE_SECONDS)
        self._pauses[name] = Pause(seconds, now + seconds)
        return self._pauses[name]

    def is_due(self, name):
        return self._clock() >= self._pauses[name].until
