"""Pytest plugin: collect the tests once, then answer requests to run some, each in a fork with other code.

A request is a line of JSON on standard input: `sources` {file: its text for this run}, `tests`, whether to end after
the `first` that fails, and `seconds` of a core. Its answer is a line on standard output: [test, whether it passed,
seconds, places it came by] of each test that ran, and none when the fork died.
"""

import builtins
import gc
import importlib
import json
import os
import resource
import sys
import time
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from evalhub.local.paths import ROOT
from tests.mutants.drawn import PROBE

MEMORY = 3 << 30  # a bug may never end
ANSWERS = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)


def say(answer):
    print(json.dumps(answer), file=ANSWERS, flush=True)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    if session.testsfailed:
        return None
    from tests import api_contract

    api_contract.document()  # takes seconds, which no fork shall spend again
    seen = Seen(session.items)
    session.config.pluginmanager.register(seen)
    say([item.nodeid for item in session.items])
    for line in sys.stdin:
        if not (pid := os.fork()):
            status = 1
            try:
                seen.answer(**json.loads(line))
                status = 0
            finally:
                os._exit(status)
        if os.waitpid(pid, 0)[1]:
            say([])
    return True


class Seen:
    """What the tests of one fork came to. What sets up several tests of a module counts for all of them."""

    def __init__(self, items):
        self.items = {item.nodeid: item for item in items}
        self.places, self.shared, self.failed = set(), {}, None
        setattr(builtins, PROBE, lambda place: self.places.add(place))

    def answer(self, sources, tests, first, seconds):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        for file, text in sources.items():
            # Some modules are loaded where they are used.
            importlib.import_module(".".join(Path(file).with_suffix("").parts).removesuffix(".__init__"))
            swap(str(ROOT / file), text)
        items, answers = [self.items[test] for test in tests], []
        for item, following in zip(items, [*items[1:], None], strict=True):
            began, self.failed = time.perf_counter(), None
            self.places.clear()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            answers.append([item.nodeid, not self.failed, time.perf_counter() - began, sorted(self.places)])
            if first and self.failed:
                break
        for answer in answers:
            answer[3] = sorted({*answer[3], *self.shared.get(answer[0].partition("::")[0], ())})
        say(answers)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        before = set(self.places)
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                module = request.node.nodeid.partition("::")[0]
                self.shared.setdefault(module, set()).update(self.places - before)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = f"{report.nodeid}\n{report.longreprtext}"
            print(self.failed[-3000:], file=sys.stderr, flush=True)


def swap(file, text):
    """Give the functions of this module, wherever they are held, the code that they have in this text."""
    codes = _codes(Path(file).read_text(encoding="utf-8"), file)
    changed = _codes(text, file)
    new = {code: changed[name] for name, code in codes.items() if name in changed}
    gc.unfreeze()  # tests/conftest.py puts what is loaded where it is not looked for
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename == file:
            code = new.get(function.__code__)
            if code is not None and code.co_freevars == function.__code__.co_freevars:
                function.__code__ = code


def _codes(text, file):
    """{(name, number among those of the same name): code} of all that is defined in a text."""
    found, waiting = {}, [compile(text, file, "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        number = sum(name == code.co_qualname for name, _ in found)
        found[code.co_qualname, number] = code
        waiting += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return found
