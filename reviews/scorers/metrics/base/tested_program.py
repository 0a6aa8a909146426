"""What runs inside of two sandboxes: the tests of a case in one, the program that they test in the other.

It imports nothing of the project. The tests call the program over pipes that carry JSON of plain values, and their
outcome goes out by a pipe that only their sandbox has: nothing that the program prints, raises or changes can be it.
"""

import builtins
import itertools
import json
import os
import sys
import traceback

LONGEST_MESSAGE = 10_000_000  # bytes
LONGEST_ITERATOR = 100_000
PASSED, FAILED, ERROR, ENDED = "passed", "failed", "error", "ended"
NOT_RETURNABLE, NOT_PASSABLE, BAD_TESTS = "not_returnable", "not_passable", "bad_tests"

MAKERS = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
    "range": lambda parts: range(*parts),
    "complex": lambda parts: complex(*parts),
    "float": lambda parts: float.fromhex(*parts),
    "bytes": lambda parts: bytes.fromhex(*parts),
    "iterator": lambda parts: iter(list(parts)),
}


class Unsendable(Exception):
    """The message is the class of a value that is no plain one."""


class NoAnswer(BaseException):
    """Ends the tests, whatever exceptions they expect; the message is the outcome."""


def plain(value):
    """The value as JSON has it: one of a class derived from a builtin one becomes a builtin one."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return ["float", float.hex(value)]
    if isinstance(value, complex):
        return ["complex", plain(value.real), plain(value.imag)]
    if isinstance(value, bytes | bytearray):
        return ["bytes", bytes(value).hex()]
    if isinstance(value, range):
        return ["range", value.start, value.stop, value.step]
    if isinstance(value, dict):
        return ["dict", *map(plain, value.items())]
    for kind in (list, tuple, set, frozenset):
        if isinstance(value, kind):
            return [kind.__name__, *map(plain, value)]
    if hasattr(value, "__next__"):
        return ["iterator", *map(plain, itertools.islice(value, LONGEST_ITERATOR))]
    raise Unsendable(type(value).__name__)


def value_of(found):
    """The value that `plain` took apart, of builtin classes alone."""
    if not isinstance(found, list):
        return found
    kind, *parts = found
    return MAKERS[kind](map(value_of, parts))


def send(descriptor, message):
    data = json.dumps(message).encode()
    left = memoryview(len(data).to_bytes(8, "big") + data)
    while left:
        left = left[os.write(descriptor, left) :]


def receive(descriptor):
    """The next message; EOFError where the other side has ended or sends too much."""
    size = int.from_bytes(_read(descriptor, 8), "big")
    if size > LONGEST_MESSAGE:
        raise EOFError
    return json.loads(_read(descriptor, size))


def _read(descriptor, size):
    data = bytearray()
    while len(data) < size:
        block = os.read(descriptor, size - len(data))
        if not block:
            raise EOFError
        data += block
    return bytes(data)


class Caught:
    """A block that any exception ends, also one that would end this process, and nothing else; it is `error` then."""

    error = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.error = error
        return True


def answer_calls(task, calls, answers):
    """Execute the program, then its function once for each call."""
    send(answers, "ready")
    names = {"__name__": "program"}
    with Caught() as start:
        exec(compile(task["program"], "program.py", "exec"), names)  # noqa: S102 - what this sandbox is for
    while True:
        try:
            arguments, named = map(value_of, receive(calls))
        except EOFError:
            return
        answer = ["unsendable"]
        with Caught() as call:
            if start.error is not None:
                raise start.error
            answer = ["value", plain(names[task["entry_point"]](*arguments, **named)), plain(arguments)]
        if call.error is not None and not isinstance(call.error, Unsendable):
            answer = ["raised", [kind.__name__ for kind in type(call.error).__mro__], str(call.error)]
        send(answers, answer)


class Candidate:
    """What the tests call: the function of the program in the other sandbox."""

    def __init__(self, calls, answers):
        self.n_calls = 0
        self._calls, self._answers = calls, answers

    def __call__(self, *arguments, **named):
        self.n_calls += 1
        try:
            sent = [plain(arguments), plain(named)]
        except Unsendable as error:
            raise NoAnswer(NOT_PASSABLE, str(error)) from None
        try:
            send(self._calls, sent)
            kind, *found = receive(self._answers)
        except (OSError, EOFError):
            raise NoAnswer(ENDED) from None
        if kind == "unsendable":
            raise NoAnswer(NOT_RETURNABLE)
        if kind == "raised":
            raise _exception(*found)
        value, after = found
        if after != sent[0]:
            for argument, changed in zip(arguments, value_of(after), strict=True):
                if isinstance(argument, list):
                    argument[:] = changed
                elif isinstance(argument, dict | set):
                    argument.clear()
                    argument.update(changed)
        return value_of(value)


def _exception(names, message):
    """The nearest builtin exception; what would end the tests themselves is the end of the program."""
    for name in names:
        kind = getattr(builtins, str(name), None)
        if isinstance(kind, type) and issubclass(kind, Exception):
            try:
                return kind(message)
            except TypeError:  # one that takes more than a text, as those of Unicode
                return Exception(message)
    return NoAnswer(ENDED)


def run_tests(task, calls, answers, verdict):
    receive(answers)
    os.write(verdict, b"\n")  # both have started: from here on time counts
    candidate = Candidate(calls, answers)
    names = {"__name__": "tests"}
    with Caught():  # not each prompt is the beginning of a program
        exec(compile(task["prompt"] + "\n    pass\n", "prompt.py", "exec"), names)  # noqa: S102 - it may have helpers
    names[task["entry_point"]] = candidate
    with Caught() as tests:
        exec(compile(task["test"], "test.py", "exec"), names)  # noqa: S102 - what this sandbox is for
        names["check"](candidate)
    outcome = [PASSED]
    if isinstance(tests.error, NoAnswer):
        outcome = tests.error.args
    elif tests.error is not None:
        traceback.print_exception(tests.error)
        is_failed = isinstance(tests.error, AssertionError)
        outcome = [FAILED if is_failed else ERROR if candidate.n_calls else BAD_TESTS]
    sys.stdout.flush()
    sys.stderr.flush()
    os.write(verdict, " ".join(outcome).encode())
    os._exit(0)  # what the tests have left behind cannot hold it up


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    with open("/task.json") as file:
        given = json.load(file)
    descriptors = map(int, sys.argv[1:])
    run_tests(given, *descriptors) if "test" in given else answer_calls(given, *descriptors)
