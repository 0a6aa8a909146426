"""Where prompt templates are filled in. Run as a program it fills in one request from stdin, within limits of its own.

It imports nothing of the project: the program is started isolated, and sees the templates and their values only.
"""

import functools
import json
import resource
import sys

from jinja2 import StrictUndefined, TemplateError, meta
from jinja2.sandbox import ImmutableSandboxedEnvironment

CPU_SECONDS = 2
MEMORY_BYTES = 256 * 1024 * 1024
LARGEST_RENDERED = 2_000_000
LARGEST_ANSWER = 64_000_000  # bytes: more than the largest texts take when they are written as JSON
READY = b"ready\n"
# What a template can run into; anything else ends the program, which its caller sees.
_FAILURES = (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError)


class Unfillable(Exception):
    """`field` names the template, the message says what is wrong with it."""

    def __init__(self, field, problem):
        super().__init__(problem)
        self.field = field


def fill(field, template, values):
    """The template's text with plain values filled in; raises Unfillable."""
    parts, size = [], 0
    try:
        for part in _compiled(template).generate(values):
            size += len(part)
            if size > LARGEST_RENDERED:
                raise Unfillable(field, f"it writes more than {LARGEST_RENDERED} characters")
            parts.append(part)
    except MemoryError:
        raise Unfillable(field, f"it takes more than {MEMORY_BYTES // 2**20} MB of memory") from None
    except _FAILURES as error:
        raise Unfillable(field, _message(error)) from error
    return "".join(parts)


def names(field, template):
    """The names that a template takes from outside, sorted; raises Unfillable.

    Looking works out constants, as `10 ** 10 ** 9`: a template from outside is looked at in the program only.
    """
    try:
        return sorted(meta.find_undeclared_variables(_environment().parse(template)))
    except MemoryError:
        raise Unfillable(field, f"it takes more than {MEMORY_BYTES // 2**20} MB of memory") from None
    except _FAILURES as error:
        raise Unfillable(field, _message(error)) from error


def answer(request):
    """The JSON answer to {"templates": {field: text}, "values": {name: value}, or null to ask for the names}.

    `own`: {field: {name: value}} that only one of the templates gets, over the values of all.
    """
    values, own = request["values"], request.get("own", {})
    try:
        return {
            "done": {
                field: names(field, text) if values is None else fill(field, text, {**values, **own.get(field, {})})
                for field, text in request["templates"].items()
            }
        }
    except Unfillable as error:
        return {"field": error.field, "problem": str(error)}


def main():
    """One answer. The limits stand before anything from outside is read."""
    _environment().from_string("").render()  # what Jinja imports late
    for limit, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, LARGEST_ANSWER),
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_NPROC, 0),
    ):
        resource.setrlimit(limit, (most, most))
    sys.stderr.buffer.write(READY)
    sys.stderr.buffer.flush()
    found = answer(json.loads(sys.stdin.buffer.read().decode("utf-8", "surrogatepass")))
    sys.stdout.buffer.write(json.dumps(found, ensure_ascii=False).encode("utf-8", "surrogatepass"))


@functools.lru_cache(maxsize=256)
def _compiled(template):
    return _environment().from_string(template)


@functools.cache
def _environment():
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.clear()
    del environment.filters["random"]  # the same question at every try
    return environment


def _message(error):
    place = f" (line {error.lineno})" if getattr(error, "lineno", None) else ""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return f"{str(error)[:300].rstrip('.') or type(error).__name__}{place}"


if __name__ == "__main__":
    main()
