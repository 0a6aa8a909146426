"""Wait for what the server does in the background."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .errors import TimedOut

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.1, 3.0

Progress = Callable[[dict[str, Any]], None]
sleep = time.sleep


def until(
    look: Callable[[], dict[str, Any]],
    done: Callable[[dict[str, Any]], bool],
    *,
    what: str,
    timeout: float,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """What `look` gives once it is `done`; TimedOut after `timeout` seconds. `progress` gets all that it gave."""
    end, pause = time.monotonic() + timeout, FIRST_PAUSE_SECONDS
    while True:
        found = look()
        if progress is not None:
            progress(found)
        if done(found):
            return found
        if time.monotonic() + pause > end:
            state = found.get("status") or found.get("state") or "going on"
            raise TimedOut(f"{what} is still {state} after {timeout:g} s. Wait longer: timeout=…", details=found)
        sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE_SECONDS)
