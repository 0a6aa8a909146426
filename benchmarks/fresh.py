"""Run a function in a fresh process and tell its time and how much its memory grew."""

import importlib
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path


@dataclass(frozen=True)
class Cost:
    """`growth_mb` is the peak above what the process held before, imports and connection included in that."""

    seconds: float
    growth_mb: float
    result: object


AT_REST = tuple(f"annotations.{feature}.tasks" for feature in ("agreement", "exports", "imports", "items"))


def run(function, *arguments, loaded=AT_REST):
    """The Cost of `function(*arguments)`; both must be importable and picklable.

    loaded: modules that the process has imported before: what a worker at rest has, or one that has worked already.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_begin) as pool:
        return pool.submit(_measure, function, arguments, loaded).result()


def _begin():
    import django

    django.setup()


def _measure(function, arguments, loaded):
    from django.db import connection

    for name in loaded:
        importlib.import_module(name)
    connection.ensure_connection()
    # 5 resets the kernel's record of the highest resident size.
    Path(f"/proc/{os.getpid()}/clear_refs").write_text("5")
    before, begun = _status("VmRSS"), time.perf_counter()
    result = function(*arguments)
    seconds = time.perf_counter() - begun
    return Cost(seconds=seconds, growth_mb=_status("VmHWM") - before, result=result)


def _status(name):
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1024
    raise ValueError(f"This system does not tell {name}.")
