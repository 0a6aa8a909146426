"""An output that a file describes: its text with what is known of the call, and of the system that answered."""

import json
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import NamedTuple

from datasets.row_errors import shown
from evalhub.lib.translation import gettext as _

LONGEST_REASON = 40
LONGEST_NAME = 200
LONGEST_TEXT = 1_000_000
LARGEST_COUNT = 2**31 - 1
LARGEST_COST = Decimal(10**8)
COST_STEP = Decimal("1e-10")  # what the table keeps of a cost
MOST_REPETITIONS = 1000
CUT = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"})


def is_cut(finish_reason: str) -> bool:
    """Whether a finish reason, as providers and logs write it, says that the text ended because it was too long."""
    return finish_reason.strip().lower() in CUT


class Answer(NamedTuple):
    """One row of ModelOutput without its case.

    `system` has (field, value) of its System besides the name, `parameters` as JSON text.
    """

    system: tuple
    repetition: int
    text: str
    error: str = ""
    finish_reason: str = ""
    latency_ms: float | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: Decimal | None = None
    simulated: bool = False


class BadOutput(Exception):
    """Why an output cannot be read."""


def is_described(value):
    """Whether a value is an answer with its facts, or a list of repetitions, and not just JSON that a model wrote.

    A text or an error is among them, and nothing that is no field of an output.
    """
    if type(value) is list:
        return bool(value) and all(type(each) is dict and is_described(each) for each in value)
    return type(value) is dict and ("text" in value or "error" in value) and value.keys() <= FIELDS


def answers(value):
    """[Answer] of such a value; BadOutput names the field and the value met."""
    if type(value) is dict:
        return [_answer(value, 1)]
    if len(value) > MOST_REPETITIONS:
        raise BadOutput(_("%(n)s repetitions. Valid: at most %(most)s.") % {"n": len(value), "most": MOST_REPETITIONS})
    return [_answer(each, number) for number, each in enumerate(value, start=1)]


def described(given):
    """(field, value) of what is known of a system besides its name; BadOutput for a value that cannot be read."""
    return tuple((name, read(name, given[name])) for name, read in SYSTEM_FIELDS.items() if name in given)


def _answer(value, repetition):
    given = {name: each for name, each in value.items() if each is not None}
    facts = {name: read(name, given[name]) for name, read in _READ.items() if name in given}
    system = described(given)
    if "text" not in facts and not facts.get("error"):
        raise BadOutput(_("An output has neither a text nor an error."))
    return Answer(system=system, repetition=repetition, **{"text": ""} | facts)


def _text(most):
    def read(name, value):
        if type(value) is str and len(value) <= most:
            return value
        raise _wrong(name, value, _("a text of at most %(most)s characters") % {"most": f"{most:,}"})

    return read


def _count(name, value):
    if type(value) is int and 0 <= value <= LARGEST_COUNT:
        return value
    raise _wrong(name, value, _("a whole number from 0"))


def _number(name, value):
    if type(value) in (int, float) and 0 <= value < 1e15 and isfinite(value):
        return float(value)
    raise _wrong(name, value, _("a number from 0"))


def _cost(name, value):
    try:
        amount = Decimal(str(value)) if type(value) in (int, float, str) else Decimal("NaN")
    except InvalidOperation:
        amount = Decimal("NaN")
    if amount.is_finite() and 0 <= amount < LARGEST_COST:
        return amount.quantize(COST_STEP)
    raise _wrong(name, value, _("an amount from 0 in US dollars; null where it is unknown"))


def _flag(name, value):
    if type(value) is bool:
        return value
    raise _wrong(name, value, "true, false")


def _object(name, value):
    if type(value) is dict:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    raise _wrong(name, value, _("an object"))


def _wrong(name, value, valid):
    text = _("%(name)s of an output is %(value)s. Valid: %(valid)s.")
    return BadOutput(text % {"name": name, "value": shown(value), "valid": valid})


_READ = {
    "text": _text(LONGEST_TEXT),
    "error": _text(LONGEST_TEXT),
    "finish_reason": _text(LONGEST_REASON),
    "latency_ms": _number,
    "tokens_in": _count,
    "tokens_out": _count,
    "cost_usd": _cost,
    "simulated": _flag,
}
SYSTEM_FIELDS = {
    "model": _text(LONGEST_NAME),
    "model_version": _text(LONGEST_NAME),
    "parameters": _object,
    "prompt": _text(LONGEST_TEXT),
    "provider": _text(100),
    "system_prompt": _text(LONGEST_TEXT),
}
FIELDS = {*_READ, *SYSTEM_FIELDS}
