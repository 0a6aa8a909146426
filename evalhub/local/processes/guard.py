"""Outlives the supervisor by a moment: ends every process group that a killed supervisor left behind.

Run as a file with `python -I -S guard.py` and one message a line on standard input: `+GROUP SIGNAL` when a child has
started, `-GROUP` when it is gone. The end of the input means that the supervisor is dead.
"""

import os
import signal
import sys
import time

PATIENCE_SECONDS = 3.0


def main(messages):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups = {}
    for message in messages:
        words = message.split()
        if words[0].startswith("+"):
            groups[int(words[0][1:])] = int(words[1])
        else:
            groups.pop(int(words[0][1:]), None)
    end(groups)


def end(groups):
    """Asks each group to stop, then kills what is left after three seconds."""
    alive = {group for group, number in groups.items() if is_sent(group, number)}
    deadline = time.monotonic() + PATIENCE_SECONDS
    while alive and time.monotonic() < deadline:
        time.sleep(0.05)
        alive = {group for group in alive if is_sent(group, 0)}
    for group in alive:
        is_sent(group, signal.SIGKILL)


def is_sent(group, number):
    """Signals a process group; False if it no longer exists."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    main(sys.stdin)
