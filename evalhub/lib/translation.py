"""gettext for modules that know no Django: English as it is written, until the project hands its own over at start.

A text remembers what it was made of, so that what one process writes down is told to each reader in their language.
"""

import math
from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any


class _Speaker:
    """Holds whatever has `gettext` and `ngettext`, asked anew for each text, so that every request has its language."""

    translations = NullTranslations()


class TranslatedText(str):
    """A text in the language of whom it is made for; `source` is its English, with `values` for what is in it by name.

    What is cut from it, joined with it or put in without names is a plain text.
    """

    source: Any = ("",)  # the message, or (singular, plural, number)
    values: dict[str, Any] | None = None

    def __mod__(self, values):
        text = super().__mod__(values)
        return _remembering(text, self.source, values) if isinstance(values, dict) else text


def speak(translations: Any) -> None:
    """From here on all words come from `translations`: `django.utils.translation`, or a catalogue of `gettext`."""
    _Speaker.translations = translations


def gettext(message: str) -> TranslatedText:
    """The message in the reader's language; parameters go in afterwards: `gettext("At least %(n)s") % {"n": 2}`."""
    return _remembering(_Speaker.translations.gettext(message), (message,))


def ngettext(singular: str, plural: str, number: int) -> TranslatedText:
    return _remembering(_Speaker.translations.ngettext(singular, plural, number), (singular, plural, number))


def gettext_noop(message: str) -> str:
    """The message as it is: marks a text of a module or a class, which `gettext` translates where it is shown."""
    return message


def kept(text: str) -> dict[str, Any]:
    """A text as plain JSON from which `told` makes it again: {"source", "values"}; of a plain one the text is all."""
    if not isinstance(text, TranslatedText):
        return {"source": [str(text)]}
    values = {name: _kept_value(value) for name, value in (text.values or {}).items()}
    return {"source": list(text.source)} | ({"values": values} if values else {})


def told(kept: Mapping[str, Any]) -> str:
    """What `kept` kept, in the language of whoever reads it now."""
    source = kept["source"]
    text = ngettext(*source) if len(source) > 1 else gettext(source[0]) if source[0] else ""
    values = {name: told(value) if isinstance(value, dict) else value for name, value in kept.get("values", {}).items()}
    return text % values if values else text


def english(text: str) -> str:
    """The text as it is written in the code."""
    if not isinstance(text, TranslatedText) or (len(text.source) == 1 and not text.source[0]):
        return str(text)
    singular, plural, number = text.source if len(text.source) > 1 else (text.source[0], "", 1)
    message = singular if number == 1 else plural
    if not text.values:
        return message
    return message % {
        key: english(value) if isinstance(value, TranslatedText) else value for key, value in text.values.items()
    }


def _remembering(text: str, source: tuple[Any, ...], values: dict[str, Any] | None = None) -> TranslatedText:
    words = TranslatedText(text)
    words.source, words.values = source, values
    return words


def _kept_value(value):
    if isinstance(value, TranslatedText):
        return kept(value)
    is_number = isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    return value if is_number else str(value)
