"""gettext for modules that know no Django: English as it is written, until the project hands its own over at start.

A text remembers what it was made of, so that what one process stores is worded for each reader (`evalhub.lib.reasons`).
"""

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


def _remembering(text: str, source: tuple[Any, ...], values: dict[str, Any] | None = None) -> TranslatedText:
    words = TranslatedText(text)
    words.source, words.values = source, values
    return words
