"""Whether this process has been asked to stop; long work looks here between its steps."""

import threading

event = threading.Event()


def requested() -> bool:
    return event.is_set()
