"""Whether a program passes the tests of its case: both run in sandboxes of the product, which are off by default."""

import contextlib
import json
import math
import os
import selectors
import time
from dataclasses import dataclass
from pathlib import Path

from evalhub.lib.processes.sandbox import programs
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, reasons, tested_program
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, not_scored, scored
from reviews.scorers.registry import OUTPUT, registry

MOST_OUTPUT = 100_000  # bytes that a program may print
MOST_VERDICT = 10_000
SHOWN_CHARACTERS = 300
TOO_SLOW, TOO_MUCH = "too_slow", "too_much"
NOT_SCORED = {
    tested_program.NOT_PASSABLE: reasons.NOT_PASSABLE,
    tested_program.BAD_TESTS: reasons.BAD_TESTS,
}
SENTENCES = {
    tested_program.PASSED: "",
    tested_program.FAILED: gettext_noop("The tests failed."),
    tested_program.ERROR: gettext_noop("The program raised an exception."),
    tested_program.ENDED: gettext_noop("The program ended before its tests did."),
    tested_program.NOT_RETURNABLE: gettext_noop("The program returned a value that cannot be passed to its tests."),
    TOO_SLOW: gettext_noop("The tests took longer than %(seconds)s s."),
    TOO_MUCH: gettext_noop("The program printed more than %(n)s bytes."),
}


@registry.register("unit_tests")
class UnitTests(AnswerMetric):
    """Of cases in the shape of HumanEval: `prompt`, `test` with a function check, and `entry_point`."""

    title = gettext_noop("Unit tests")
    description = gettext_noop(
        "1 if the program passes the tests of its case, else 0. Runs only where the sandbox is switched on."
    )
    version = "2"
    needs = frozenset({OUTPUT})
    config = PASS_OR_FAIL
    pass_at = 1
    runs_programs = True

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        seconds: float = parameters.number(10.0, low=0.1, high=120)
        show_output: bool = False

    def score(self, item):
        case = {**item.metadata, **(item.input if isinstance(item.input, dict) else {})}
        missing = next((name for name in ("test", "entry_point") if not isinstance(case.get(name), str)), None)
        if missing:
            return not_scored(reasons.NO_TESTS(field=missing))
        if not programs.is_allowed():
            return not_scored(reasons.NO_SANDBOX(variable="EVALHUB_SANDBOX"))
        try:
            if seen := programs.seen_by_probe():
                return not_scored(reasons.SANDBOX_OPEN(seen=", ".join(seen)))
            outcome, printed = _run(item.output, case, self.parameters.seconds)
        except (OSError, programs.SandboxFailed) as problem:
            return not_scored(reasons.SANDBOX_FAILED(problem=getattr(problem, "strerror", None) or str(problem)))
        return self._finding(printed, *outcome)

    def _finding(self, printed, outcome, *details):
        if outcome in NOT_SCORED:
            return not_scored(NOT_SCORED[outcome](kind=" ".join(details)[:SHOWN_CHARACTERS]))
        if outcome == tested_program.PASSED:
            return scored(1)
        reason = _(SENTENCES[outcome]) % {"seconds": f"{self.parameters.seconds:g}", "n": f"{MOST_OUTPUT:,}"}
        lines = printed.decode("utf-8", "replace").strip().splitlines() if self.parameters.show_output else []
        return scored(0, " ".join([reason, *lines[-1:]])[:SHOWN_CHARACTERS])


def _run(output, case, seconds):
    """The outcome of the tests, as tested_program tells it, and what both have printed."""
    entry_point = case["entry_point"]
    prompt = case.get("prompt") if isinstance(case.get("prompt"), str) else ""
    whole = output if f"def {entry_point}" in output else f"{prompt}{output}"
    tests = _files(test=case["test"], prompt=prompt, entry_point=entry_point)
    program = _files(program=whole, entry_point=entry_point)
    limits = {"cpu_seconds": math.ceil(seconds + programs.START_SECONDS)}
    with contextlib.ExitStack() as stack:
        (calls_in, calls), (answers, answers_out), (verdict, verdict_out), (printed, printed_out) = (
            [stack.enter_context(open(end, mode, 0)) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True)]
            for _each in range(4)
        )
        for files, channels in ((tests, (calls, answers, verdict_out)), (program, (calls_in, answers_out))):
            stack.enter_context(programs.started(files, output=printed_out, channels=channels, **limits))
        printed_out.close()
        return _outcome(verdict, printed, seconds)


def _files(**task):
    return {"main.py": Path(tested_program.__file__).read_text(encoding="utf-8"), "task.json": json.dumps(task)}


def _outcome(verdict, printed, seconds):
    """What the tests write to the one pipe and both programs to the other, until the tests end or time is over."""
    end, text, answer = time.monotonic() + programs.START_SECONDS, b"", b""
    with selectors.DefaultSelector() as waiting:
        for each in (verdict, printed):
            waiting.register(each, selectors.EVENT_READ)
        while ready := waiting.select(max(0.0, end - time.monotonic())):
            for file in [key.fileobj for key, _events in ready]:
                block = file.read(MOST_OUTPUT)
                if not block:
                    waiting.unregister(file)
                if file is printed:
                    text += block
                elif not block:
                    end = 0.0  # only what has been printed by now is still read
                else:
                    end = end if answer else time.monotonic() + seconds
                    answer = (answer + block)[:MOST_VERDICT]
            if len(text) > MOST_OUTPUT:
                return [TOO_MUCH], text
    if end and not answer:
        raise programs.SandboxFailed(f"the tests did not start within {programs.START_SECONDS:g} s")
    words = [TOO_SLOW] if end else answer.decode("utf-8", "replace").split(maxsplit=1)
    return (words if words and words[0] in {*SENTENCES, *NOT_SCORED} else [tested_program.ENDED]), text
