"""Whether a program passes the tests of its case, run by the command that the operator names; nothing runs without it.

The command gets the program as its standard input, and as a file where it has {file}: its arguments alone say how far
the program is kept apart from this machine. No shell is involved, and of the environment only PATH is passed on.
"""

import contextlib
import os
import secrets
import selectors
import shlex
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from evalhub.lib.env import env_str
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, reasons
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, not_scored, scored
from reviews.scorers.registry import OUTPUT, registry

VARIABLE = "EVALHUB_SANDBOX_COMMAND"
FILE = "{file}"
MOST_OUTPUT = 100_000  # bytes that a program may print
SHOWN_CHARACTERS = 300
_BLOCK = 65_536


@registry.register("unit_tests")
class UnitTests(AnswerMetric):
    """Of cases in the shape of HumanEval: `prompt`, `test` with a function check, and `entry_point`."""

    title = gettext_noop("Unit tests")
    description = gettext_noop(
        "1 if the program passes the tests of its case, else 0. Runs only where a sandbox command is set."
    )
    version = "1"
    needs = frozenset({OUTPUT})
    config = PASS_OR_FAIL
    pass_at = 1

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        seconds: float = parameters.number(10.0, low=0.1, high=120)

    def score(self, item):
        case = {**item.metadata, **(item.input if isinstance(item.input, dict) else {})}
        missing = next((name for name in ("test", "entry_point") if not isinstance(case.get(name), str)), None)
        if missing:
            return not_scored(reasons.NO_TESTS(field=missing))
        command = shlex.split(env_str(VARIABLE, ""))
        if not command:
            return not_scored(reasons.NO_SANDBOX(variable=VARIABLE))
        try:
            word = secrets.token_hex(8)
            ended = _run(command, _program(item.output, case, word), word, self.parameters.seconds)
        except OSError as problem:
            return not_scored(reasons.SANDBOX_FAILED(problem=problem.strerror or type(problem).__name__))
        return scored(int(not ended), ended)


def _program(output, case, word):
    """The whole function or what completes the prompt, with its tests, after which it prints the word."""
    whole = output if f"def {case['entry_point']}" in output else f"{case.get('prompt', '')}{output}"
    return f"{whole}\n\n{case['test']}\n\ncheck({case['entry_point']})\nprint('{word}')\n"


def _run(command, program, word, seconds):
    """Why the program has failed, "" if it has not; OSError where the command cannot be started."""
    with tempfile.TemporaryDirectory(prefix="unit-tests-") as folder:
        path = Path(folder, "program.py")
        path.write_text(program, encoding="utf-8")
        with path.open("rb") as source:
            process = subprocess.Popen(
                [part.replace(FILE, str(path)) for part in command],
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env={"PATH": os.environ.get("PATH", os.defpath)},
                start_new_session=True,
            )
        with process:
            try:
                return _ended(process, word, seconds)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)  # and whatever it has started


def _ended(process, word, seconds):
    end, printed = time.monotonic() + seconds, b""
    too_slow = _("The tests took longer than %(seconds)s s.") % {"seconds": f"{seconds:g}"}
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        while len(printed) <= MOST_OUTPUT:
            if not waiting.select(max(0.0, end - time.monotonic())):
                return too_slow
            block = os.read(process.stdout.fileno(), _BLOCK)
            if not block:
                break
            printed += block
        else:
            return _("The program printed more than %(n)s bytes.") % {"n": f"{MOST_OUTPUT:,}"}
    try:
        status = process.wait(max(0.0, end - time.monotonic()))
    except subprocess.TimeoutExpired:
        return too_slow
    if not status:
        return "" if word.encode() in printed else _("It ended before its tests did.")
    lines = printed.decode("utf-8", "replace").strip().splitlines()
    return (lines[-1] if lines else _("It ended with status %(status)s.") % {"status": status})[:SHOWN_CHARACTERS]
