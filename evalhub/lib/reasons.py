"""Why something waits, stopped or failed: stored as a code with parameters, worded for whoever reads it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalhub.lib import strict_json
from evalhub.lib.translation import gettext, gettext_noop, ngettext


@dataclass(frozen=True)
class Reason:
    """`str(reason)` is the sentence in the reader's language, `reason.english` the one for programs and logs."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self):
        return sentence_of(self.code).text(self.params)

    @property
    def english(self) -> str:
        return sentence_of(self.code).english(self.params)


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
        return (self.plural if self.plural and params["n"] != 1 else self.singular) % _grouped(params)


_sentences: dict[str, Sentence] = {}


def define(code: str, singular: str, plural: str = "", **shown: Callable[[Any], str]) -> Sentence:
    """The Sentence of a new code; a code that is taken by another sentence is a ValueError."""
    sentence = Sentence(code, singular, plural, shown)
    known = _sentences.setdefault(code, sentence)
    if (known.singular, known.plural) != (singular, plural):
        raise ValueError(f"The reason {code!r} says {known.singular!r} already.")
    return known


def sentence_of(code: str) -> Sentence:
    """A code that no module of this version defines says itself."""
    return _sentences.get(code) or Sentence(code, code.replace("%", "%%"))


def _grouped(params):
    return {name: f"{value:,}" if isinstance(value, int) else value for name, value in params.items()}


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


TEXT = _sentences["text"] = _Text("text", "%(text)s")
WORKER_CRASH = define("worker_crash", gettext_noop("The worker crashed five times. See its log."))


def dumps(reason: Reason | None) -> str:
    """As it is stored: the same text for the same reason, "" for none."""
    if not reason:
        return ""
    return strict_json.dumps({"code": reason.code, "params": dict(sorted(reason.params.items()))})


def loads(stored: str) -> Reason | None:
    """None for ""; what is no stored reason is a text."""
    if not stored:
        return None
    if stored.startswith('{"code":'):
        try:
            found = strict_json.loads(stored)
            return Reason(found["code"], found["params"])
        except (strict_json.BadJson, KeyError):
            pass
    return TEXT(stored)
