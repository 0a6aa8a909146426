"""Start programs in sandboxes, and stop them with all that they have started."""

import contextlib
import functools
import json
import logging
import os
import select
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from evalhub.lib.processes.sandbox import launcher, probe

START_SECONDS = 30.0  # a machine under load starts programs slowly, which is no fault of theirs
# Of the system what the interpreter and the modules of its library are linked with.
SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")


_hidden: tuple[str, ...] | None = None
_is_web = False
logger = logging.getLogger(__name__)


class SandboxFailed(Exception):
    """The sandbox could not be set up; the message is what the system answered."""


def allow(*, hidden: Sequence[str]) -> None:
    """Switch it on: programs may be started, and none may see these paths."""
    global _hidden
    _hidden = tuple(hidden)


def is_allowed() -> bool:
    return _hidden is not None


def forbid() -> None:
    """From now on this process starts no program: it is one that people reach."""
    global _is_web
    _is_web = True


@contextlib.contextmanager
def started(
    files: Mapping[str, str], *, output: int, channels: Sequence[BinaryIO] = (), cpu_seconds: int = 10
) -> Iterator[subprocess.Popen[bytes]]:
    """A sandbox in which `main.py` of {name: text} runs, and which ends with the block and all that runs in there.

    What it prints goes to the descriptor `output`. It gets the `channels`, which are closed here, and finds the numbers
    of their descriptors in its arguments. SandboxFailed at the end of the block where there has been none.
    """
    if _is_web:
        raise SandboxFailed("this is a web process")
    descriptors = [channel.fileno() for channel in channels]
    request = {
        "program": _interpreter(),
        "visible": _visible(),
        "files": dict(files),
        "descriptors": descriptors,
        "cpu_seconds": cpu_seconds,
    }
    with subprocess.Popen(
        [_interpreter(), "-I", "-S", launcher.__file__],
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.PIPE,
        pass_fds=descriptors,
        env={},
        cwd="/",
        start_new_session=True,
    ) as process:
        for channel in channels:
            channel.close()
        orders, problems = cast("tuple[BinaryIO, BinaryIO]", (process.stdin, process.stderr))
        try:
            with contextlib.suppress(BrokenPipeError):  # its stderr says why it has ended
                orders.write(json.dumps(request).encode() + b"\n")
                orders.flush()
            yield process
        finally:
            with contextlib.suppress(BrokenPipeError):
                orders.close()
            problem = problems.read().decode("utf-8", "replace").strip()
    if problem:
        raise SandboxFailed(problem.splitlines()[-1])


def seen_by_probe() -> list[str]:
    """What a program in a sandbox sees and should not, of the names in `probe.CHECKS`; looked for once in a process.

    SandboxFailed where there can be no sandbox.
    """
    own = () if sys.prefix == sys.base_prefix else (sys.prefix,)
    return _seen((*(_hidden or ()), *own), _visible())


@functools.cache
def _seen(hidden, visible):
    given = {"hidden": hidden, "visible": visible}
    files = {"main.py": Path(probe.__file__).read_text(encoding="utf-8"), "probe.json": json.dumps(given)}
    ours, theirs = os.pipe()
    with open(ours, "rb") as answer, open(theirs, "wb") as channel:
        with started(files, output=subprocess.DEVNULL, channels=[channel]):
            ready, _, _ = select.select([answer], [], [], START_SECONDS)
            seen = answer.read() if ready else b""
    if not seen:
        raise SandboxFailed(f"the probe gave no answer within {START_SECONDS:g} s")
    found = json.loads(seen)
    if found:
        logger.error("No program is executed: in a sandbox a probe sees %s.", ", ".join(found))
    return found


@functools.cache
def _interpreter():
    return os.path.realpath(sys.executable)


@functools.cache
def _visible():
    """The paths of which the new root consists, none below another."""
    library = sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix})
    own = (_interpreter(), library, *map(str, Path(sys.base_prefix, "lib").glob("libpython*")))
    found = [path for path in (*SYSTEM, *own) if os.path.exists(path)]
    return tuple(path for path in dict.fromkeys(found) if not any(path.startswith(f"{other}/") for other in found))
