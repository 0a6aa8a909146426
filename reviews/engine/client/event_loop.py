"""The one event loop of a process on which models are asked: its sockets live as long as the process."""

import asyncio
import functools
import logging
import threading

logger = logging.getLogger(__name__)


@functools.cache
def event_loop():
    """Started at the first call, in a thread of its own; never before a fork."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
    return loop


def start(coroutine):
    """Run a coroutine there; returns its concurrent.futures.Future."""
    return asyncio.run_coroutine_threadsafe(coroutine, event_loop())


def renew_if_stuck(seconds=1.0):
    """Have later calls use another loop when this one does not move within so many seconds."""
    moved = start(asyncio.sleep(0))
    try:
        moved.result(seconds)
    except TimeoutError:
        logger.error("The event loop of model calls is stuck; a new one is used from now on.")
        event_loop.cache_clear()
