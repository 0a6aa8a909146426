"""The one event loop of a process on which models are asked: its sockets live as long as the process."""

import asyncio
import functools
import threading


@functools.cache
def event_loop():
    """Started at the first call, in a thread of its own; never before a fork."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
    return loop


def start(coroutine):
    """Run a coroutine there; returns its concurrent.futures.Future."""
    return asyncio.run_coroutine_threadsafe(coroutine, event_loop())
