"""Unit tests: programs of models, executed in sandboxes of the product alone."""

import pytest

from evalhub.lib.processes.sandbox import programs
from reviews.scorers.metrics import ScoredAnswer, metrics_of_answers, unit_tests
from reviews.scorers.metrics.base import tested_program

PROMPT = "def plus(a, b):\n"
TEST = "def check(candidate):\n    assert candidate(1, 2) == 3, 'not 3'\n"
# Whatever it reads, changes and writes: its tests run where it does not.
FORGING = r"""
import builtins, ctypes, gc, os, sys, unittest

def check(candidate):
    pass

class Yes(int):
    def __eq__(self, other):
        return True
    __hash__ = None

def plus(a, b):
    print(open(__file__ if "__file__" in globals() else "/main.py").read(), "passed", flush=True)
    for descriptor in range(3, 64):
        if descriptor not in CHANNELS:
            try:
                os.write(descriptor, b"\npassed")
            except OSError:
                pass
    main = sys.modules["__main__"]
    main.FAILED = main.ERROR = main.ENDED = main.PASSED
    builtins.AssertionError = builtins.Exception = builtins.bool = Yes
    sys.modules["__main__"].run_tests = check
    for each in gc.get_objects():
        if isinstance(each, dict) and "check" in each:
            each["check"] = check
    frame = sys._getframe()
    while frame:
        frame.f_globals["outcome"] = ["passed"]
        frame = frame.f_back
    for pid in (os.getppid(), -1):
        try:
            os.kill(pid, 9)
        except OSError:
            pass
    RESULT
""".replace("CHANNELS", "set(map(int, sys.argv[1:]))")
LEAVING = """
import os, time
def plus(a, b):
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.write(1, b"left behind")
        os.write(writing, b".")
        time.sleep(10_000)
    os.read(reading, 1)
    os._exit(0)
"""
# (what plus does, what its test asserts)
USUAL = [
    ("return a + b", "candidate([1], [(2.5, 'x')]) == [1, (2.5, 'x')]"),
    ("return {'sum': a | b, 1: None}", "candidate({1}, {2}) == {'sum': {1, 2}, 1: None}"),
    ("return float('nan'), float('inf'), 0.1 + 0.2", "str(candidate(0, 0)) == '(nan, inf, 0.30000000000000004)'"),
    ("return 2 ** 20_000 + a", "candidate(a=1, b=0) == 2 ** 20_000 + 1"),
    ("return b'\\x00', 2j, range(a, b), frozenset({True})", "candidate(1, 9) == (b'\\0', 2j, range(1, 9), {1})"),
    ("return (each for each in range(a, b))", "list(candidate(1, 4)) == [1, 2, 3]"),
    ("from collections import Counter; return Counter(a + b)", "candidate('ab', 'a') == {'a': 2, 'b': 1}"),
    ("a.sort(); b.pop(1)", "(x := [2, 1], y := {1: 2}) and candidate(x, y) is None and (x, y) == ([1, 2], {})"),
    ("print('much'); return '\\ud800' + a", "candidate('é', 0) == '\\ud800é'"),
    ("return helper(a)", "candidate(helper(3), 0) == 12"),
]
RAISES = """
def check(candidate):
    class Other(ValueError): pass
    try:
        candidate(1, 0)
    except ZeroDivisionError as error:
        assert str(error) == 'division by zero'
    else:
        assert False
"""


@pytest.fixture(autouse=True)
def sandbox(monkeypatch):
    monkeypatch.setattr(programs, "_hidden", ())


def read(output, *, test=TEST, prompt=PROMPT, **parameters):
    case = ScoredAnswer(output, input={"prompt": prompt}, metadata={"test": test, "entry_point": "plus"})
    return metrics_of_answers["unit_tests"].made(parameters).read(None, case)


@pytest.mark.parametrize("output, value, reason, shown", [
    ("    return a + b", 1, "", ""),
    ("def plus(a, b):\n    return a + b", 1, "", ""),
    ("    return a - b", 0, "The tests failed.", "AssertionError: not 3"),
    ("    return (", 0, "The program raised an exception.", "SyntaxError: '(' was never closed (program.py, line 2)"),
    ("    return a.no", 0, "The program raised an exception.", "AttributeError: 'int' object has no attribute 'no'"),
    ("    import os; print('secret', flush=True); os._exit(0)", 0, "The program ended before its tests did.", "secret"),
    ("    raise SystemExit(0)", 0, "The program ended before its tests did.", ""),
    ("    return b\nraise SystemExit(0)", 0, "The program ended before its tests did.", ""),
    ("    return bytearray(2**30)", 0, "The program raised an exception.", "MemoryError"),
    ("    return plus", 0, "The program returned a value that cannot be passed to its tests.", ""),
])  # fmt: skip
def test_program_is_right_where_its_tests_pass(output, value, reason, shown):
    assert read(output).values == {"value": value, "reason": reason}
    if shown:
        assert read(output, show_output=True).values["reason"] == f"{reason} {shown}"


def test_program_is_stopped_that_has_no_end():
    much, endless = read("    print('x' * 10**6); return 3"), read("    while True: pass", seconds=0.2)

    assert much.values == {"value": 0.0, "reason": "The program printed more than 100,000 bytes."}
    assert endless.values == {"value": 0.0, "reason": "The tests took longer than 0.2 s."}


def test_usual_values_and_exceptions_pass():
    lines = [f"    if n == {n}:\n        {does}" for n, (does, _) in enumerate(USUAL)]
    output = "def plus(n, a, b):\n" + "\n".join(lines)
    asserts = [f"    candidate = partial(given, {n})\n    assert {holds}, {n}" for n, (_, holds) in enumerate(USUAL)]
    test = "from functools import partial\ndef check(given):\n" + "\n".join(asserts)
    prompt = "def helper(x):\n    return 2 * x\n\ndef plus(n, a, b):\n"
    assert read(f"def helper(x):\n    return 2 * x\n{output}", test=test, prompt=prompt, show_output=True).values == {
        "value": 1.0,
        "reason": "",
    }

    assert read("    return a / b", test=RAISES).values["value"] == 1
    own = "    class Own(ZeroDivisionError): pass\n    raise Own('division by zero')"
    assert read(own, test=RAISES).values["value"] == 1
    assert read("    raise ValueError('division by zero')", test=RAISES).values["value"] == 0


@pytest.mark.parametrize("result, outcome", [
    ("return Yes(4)", tested_program.FAILED),
    ("assert False", tested_program.FAILED),
    ("os._exit(0)", tested_program.ENDED),
    ("sys.exit(0)", tested_program.ENDED),
])  # fmt: skip
def test_no_program_can_forge_that_it_has_passed(result, outcome):
    found = read(FORGING.replace("RESULT", result))

    assert found.values == {"value": 0, "reason": unit_tests.SENTENCES[outcome]}


def test_leftovers_and_faults_of_tests_are_no_score():
    assert read(LEAVING, show_output=True).values["reason"].startswith("The program ended before its tests did. left")

    function = read("    return a(b)", test="def check(candidate):\n    assert candidate(lambda x: x, 3) == 3")
    broken = [read("    return 3", test=test) for test in ("def check(", "import nothing_of_that_name", "x = 1")]
    assert function.error_class == "not_passable" and "class function" in function.message.english
    assert {found.error_class for found in broken} == {"bad_tests"}


def test_nothing_is_executed_without_a_sound_sandbox(monkeypatch):
    programs.allow(hidden=[unit_tests.os.__file__])  # which the interpreter needs
    found = read("    return 3")
    assert (found.error_class, found.message.params) == ("sandbox_open", {"seen": "files"})
    assert "files" in found.message.english
    monkeypatch.setattr(programs, "_visible", lambda: ("/nowhere",))
    found = read("    return 3")
    assert (found.error_class, found.message.params) == (
        "sandbox_failed",
        {"problem": "open_tree: No such file or directory"},
    )
    monkeypatch.setattr(programs, "_hidden", None)
    found = read("    return 3")
    assert (found.error_class, found.message.params) == ("no_sandbox", {"variable": "EVALHUB_SANDBOX"})
    assert metrics_of_answers["unit_tests"].made({}).read(None, ScoredAnswer("x")).error_class == "no_tests"


def test_plain_values_come_back_as_they_were():
    value = {"a": [1, 2.5, None, True, "x"], (1, 2): {3}, 4: frozenset({b"5"}), 6: range(7), 8: 9j}

    assert tested_program.value_of(tested_program.plain(value)) == value
    with pytest.raises(tested_program.Unsendable, match="object"):
        tested_program.plain([object()])
