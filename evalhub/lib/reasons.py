"""Why something waits, stopped or failed: stored as a code with parameters, worded for whoever reads it."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from evalhub.lib import strict_json
from evalhub.lib.translation import TranslatedText, gettext, gettext_noop, ngettext


@dataclass(frozen=True)
class Reason:
    """`str(reason)` is the sentence in the reader's language, `reason.english` the one for programs and logs.

    `params` are plain JSON, and Reasons.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self):
        return sentence_of(self.code).text(self.params)

    def __hash__(self):
        return hash(dumps(self))

    @property
    def english(self) -> str:
        return sentence_of(self.code).english(self.params)

    def cut(self, most: int) -> "Reason":
        """The same with no text of more than `most` characters in it."""
        return Reason(self.code, {name: _cut(value, most) for name, value in self.params.items()})


def _cut(value, most):
    if isinstance(value, Reason):
        return value.cut(most)
    if isinstance(value, dict):
        return {name: _cut(each, most) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_cut(each, most) for each in value]
    return value[:most] if isinstance(value, str) else value


@dataclass(frozen=True)
class Sentence:
    """What a code says; called with its parameters it makes a Reason.

    `plural` is said unless the parameter `n` is 1. `shown` words single parameters for people.
    """

    code: str
    singular: str
    plural: str = ""
    shown: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)

    def __call__(self, **params: Any) -> Reason:
        return Reason(self.code, params)

    def text(self, params: Mapping[str, Any]) -> str:
        shown = {name: word(params[name]) for name, word in self.shown.items()}
        sentence = ngettext(self.singular, self.plural, params["n"]) if self.plural else gettext(self.singular)
        return sentence % (_grouped(params) | shown)

    def english(self, params: Mapping[str, Any]) -> str:
        sentence = self.plural if self.plural and params["n"] != 1 else self.singular
        return sentence % _grouped(_in_english(params))


SentenceT = TypeVar("SentenceT", bound=Sentence)
_sentences: dict[str, Sentence] = {}


def define(code: str, singular: str, plural: str = "", **shown: Callable[[Any], str]) -> Sentence:
    """The Sentence of a new code; a code that is taken by another sentence is a ValueError."""
    return register(Sentence(code, singular, plural, shown))


def register(sentence: SentenceT) -> SentenceT:
    """`define` for a Sentence of a class of its own."""
    known = _sentences.setdefault(sentence.code, sentence)
    if (known.singular, known.plural) != (sentence.singular, sentence.plural):
        raise ValueError(f"The reason {sentence.code!r} says {known.singular!r} already.")
    return sentence


def sentence_of(code: str) -> Sentence:
    """A code that no module of this version defines says itself."""
    return _sentences.get(code) or Sentence(code, code.replace("%", "%%"))


def _grouped(params):
    return {name: f"{value:,}" if isinstance(value, int) else value for name, value in params.items()}


def _in_english(params):
    return {name: value.english if isinstance(value, Reason) else value for name, value in params.items()}


def codes() -> list[str]:
    return sorted(_sentences)


class _Text(Sentence):
    """A text from outside, which nobody translates."""

    def __call__(self, text: str, *, most: int | None = None) -> Reason:
        return Reason(self.code, {"text": str(text)[:most]})

    def text(self, params):
        return params["text"]

    def english(self, params):
        return params["text"]


class _Message(Sentence):
    """A message as an error carries it: the text of the catalogue and what is put in, for errors without a code."""

    def text(self, params):
        source, values = params["source"], params.get("values")
        message = ngettext(*source) if len(source) > 1 else gettext(source[0])
        return message % values if values else str(message)

    def english(self, params):
        source, values = params["source"], params.get("values")
        message = source[1] if len(source) > 1 and source[2] != 1 else source[0]
        return message % _in_english(values) if values else message


class _Joined(Sentence):
    """Several reasons, one sentence after the other."""

    def text(self, params):
        return " ".join(str(reason) for reason in params["reasons"])

    def english(self, params):
        return " ".join(reason.english for reason in params["reasons"])


TEXT = register(_Text("text", "%(text)s"))
PROVIDER = register(_Text("provider", "%(text)s"))
JOINED = register(_Joined("joined", "%(reasons)s"))
MESSAGE = register(_Message("message", "%(source)s"))
WORKER_CRASH = define("worker_crash", gettext_noop("The worker crashed five times. See its log."))


def of(text: "str | Reason | None") -> Reason | None:
    """The Reason that a message of an error is; a plain text is one from outside, and an empty one none."""
    if not text or isinstance(text, Reason):
        return text or None
    if not isinstance(text, TranslatedText) or not text.source[0]:
        return TEXT(text)
    values = {name: _kept(value) for name, value in (text.values or {}).items()}
    return Reason(MESSAGE.code, {"source": list(text.source)} | ({"values": values} if values else {}))


def joined(texts: "Iterable[str | Reason]") -> Reason | None:
    """One Reason of several texts; None of none."""
    found = [reason for text in texts if (reason := of(text))]
    return JOINED(reasons=found) if len(found) > 1 else next(iter(found), None)


def _kept(value):
    if isinstance(value, TranslatedText | Reason):
        return of(value)
    is_number = isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    return value if is_number else str(value)


def dumps(reason: Reason | None) -> str:
    """As it is stored: the same text for the same reason, "" for none."""
    return strict_json.dumps(as_json(reason)) if reason else ""


def as_json(reason: Reason) -> dict[str, Any]:
    """{code, params}, for a reason that stands in a JSON document."""
    return {"code": reason.code, "params": _plain(reason.params)}


def _plain(params):
    return {name: _plain_value(value) for name, value in sorted(params.items())}


def _plain_value(value):
    if isinstance(value, Reason):
        return as_json(value)
    if isinstance(value, dict):
        return _plain(value)
    return [_plain_value(each) for each in value] if isinstance(value, list | tuple) else value


def loads(stored: str) -> Reason | None:
    """None for ""; what is no stored reason is a text."""
    if not stored:
        return None
    if stored.startswith('{"code":'):
        try:
            return of_json(strict_json.loads(stored))
        except (strict_json.BadJson, KeyError):
            pass
    return TEXT(stored)


def of_json(found: Mapping[str, Any]) -> Reason:
    """The Reason that `as_json` made plain."""
    return Reason(found["code"], _read(found["params"]))


def _read(params):
    return {name: _read_value(value) for name, value in params.items()}


def _read_value(value):
    if isinstance(value, dict):
        return of_json(value) if value.keys() == {"code", "params"} else _read(value)
    return [_read_value(each) for each in value] if isinstance(value, list) else value
