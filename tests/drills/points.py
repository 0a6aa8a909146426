"""Where workers of the drills come to grief: functions of the engine, before or after their first call, and how."""

import functools
import importlib
import os
import signal
from dataclasses import dataclass

from django.db import OperationalError


@dataclass(frozen=True)
class Point:
    """The first call of a function, named by its module and its path there."""

    module: str
    path: str
    when: str = "before"


_ADAPTERS = [("openai", "OpenAIBatches"), ("anthropic", "AnthropicBatches"), ("gemini", "GeminiBatches")]


def _of_adapters(name, when):
    return [Point(f"reviews.engine.batches.adapters.{module}", f"{cls}.{name}", when) for module, cls in _ADAPTERS]


POINTS = {
    # Direct calls, in the order they come; the answers of batches are stored and settled in the same way.
    "claimed": [Point("reviews.engine.requests.actions.calls", "prepared")],
    "reserved": [Point("reviews.engine.client.completion", "acomplete")],
    "answered": [Point("reviews.engine.requests.actions.attempts", "complete_many")],
    "billed": [Point("reviews.engine.requests.actions.attempts", "complete_many", "after")],
    "written": [Point("reviews.engine.requests.actions.results", "record_many")],
    "storing": [Point("reviews.engine.requests.actions.next_stages", "follow")],
    "settled": [Point("reviews.engine.requests.actions.results", "record_many", "after")],
    # Provider batches, in the order they come.
    "before_submit": _of_adapters("submit", "before"),
    "after_submit": _of_adapters("submit", "after"),
    "results": [Point("reviews.engine.batches.actions.collection", "collect")],
    "rows_written": [Point("reviews.engine.batches.actions.row_results", "_go_on")],
    "chunk": [Point("reviews.engine.batches.actions.row_results", "apply", "after")],
    "reconciling": [Point("reviews.engine.batches.actions.closing", "reconcile")],
}


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def stall():
    """Until somebody lets the process go on."""
    os.kill(os.getpid(), signal.SIGSTOP)


def lose_database():
    """What a connection that breaks at a commit says: whether it was done nobody knows."""
    raise OperationalError("server closed the connection unexpectedly")


FATES = {"dies": die, "stalls": stall, "loses_database": lose_database}


def arm(name, fate):
    """From here on this process meets its fate at the point, once."""
    for point in POINTS[name]:
        _arm(point, FATES[fate])


def _arm(point, meet_fate):
    *path, name = point.path.split(".")
    owner = functools.reduce(getattr, path, importlib.import_module(point.module))
    plain = getattr(owner, name)

    @functools.wraps(plain)
    def fatal(*words, **options):
        setattr(owner, name, plain)
        if point.when == "before":
            meet_fate()
        found = plain(*words, **options)
        if point.when == "after":
            meet_fate()
        return found

    setattr(owner, name, fatal)
