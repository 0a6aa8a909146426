"""Fills in prompt templates: those that people have written in a child process with limits, shipped ones here."""

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from evalhub.lib.errors import InvalidInput, Unavailable
from evalhub.lib.translation import gettext
from reviews.scorers.prompts import sandbox

LARGEST_TEMPLATE = 20_000
LARGEST_VALUES = 8_000_000  # bytes
# A machine under load starts a program slowly and lets it wait: that is no fault of the template. What works without
# end is ended by the program's own limit on its work.
START_SECONDS, SECONDS = 30.0, 10.0
_PROGRAM = str(Path(sandbox.__file__).resolve())


class TemplateRefused(InvalidInput):
    """`field` names the template that cannot be filled in."""

    def __init__(self, message, *, field):
        super().__init__(message, code="bad_template", details={"field": field})
        self.field = field


def render(template, values, *, is_shipped=False):
    """The text of one template with plain JSON values; TemplateRefused says what is wrong."""
    return render_each({"user": template}, values, is_shipped=is_shipped)["user"]


def render_each(templates, values, *, own=None, is_shipped=False):
    """{field: text} of {field: template}; `own` are values of one field alone, {field: values}.

    `is_shipped` for the project's own files, which need no child process.
    """
    return _answer(templates, values, is_shipped, own or {})


def names_in(templates, *, is_shipped=False):
    """{field: [the names that the template takes from outside]} of {field: template}."""
    return _answer(templates, None, is_shipped, {})


def _answer(templates, values, is_shipped, own):
    for field, template in templates.items():
        if len(template) > LARGEST_TEMPLATE:
            words = gettext("it has %(met)s characters. Valid: at most %(most)s")
            raise _refused(field, words % {"met": len(template), "most": LARGEST_TEMPLATE})
    request = {"templates": templates, "values": values, "own": own}
    written = json.dumps(request, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
    if len(written) > LARGEST_VALUES:
        words = gettext("what is to be filled in has %(met)s bytes. Valid: at most %(most)s")
        raise _refused(next(iter(templates)), words % {"met": len(written), "most": LARGEST_VALUES})
    found = sandbox.answer(request) if is_shipped else _in_a_child(written, next(iter(templates)))
    if "problem" in found:
        raise _refused(found["field"], found["problem"])
    return found["done"]


def _in_a_child(written, field):
    """The answer of the program, which ends by its own limits or is ended after SECONDS."""
    with tempfile.TemporaryFile() as question, tempfile.TemporaryFile() as answer:
        question.write(written)
        question.seek(0)
        with subprocess.Popen(
            [sys.executable, "-I", _PROGRAM],
            stdin=question,
            stdout=answer,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={},
            cwd="/",
            start_new_session=True,
        ) as child:
            try:
                said, end = b"", time.monotonic() + START_SECONDS
                while not said.endswith(sandbox.READY):
                    ready, _, _ = select.select([child.stderr], [], [], max(end - time.monotonic(), 0))
                    part = os.read(child.stderr.fileno(), 1000) if ready else b""
                    if not part:
                        raise Unavailable(
                            f"The program that fills in templates did not start: {said[-300:]!r}. Try again."
                        )
                    said += part
                code = child.wait(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                words = gettext("it takes longer than %(n)s seconds")
                raise _refused(field, words % {"n": f"{SECONDS:g}"}) from None
            finally:
                child.kill()
        if code:
            words = gettext("it takes more than %(n)s seconds of work or too much memory")
            raise _refused(field, words % {"n": sandbox.CPU_SECONDS})
        answer.seek(0)
        return json.loads(answer.read().decode("utf-8", "surrogatepass"))


def _refused(field, problem):
    words = gettext("The template %(field)s cannot be filled in: %(problem)s.")
    return TemplateRefused(words % {"field": field, "problem": problem}, field=field)
