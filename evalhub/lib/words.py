"""gettext for modules that know no Django: English as it is written, until the project hands its own over at start."""

from gettext import NullTranslations


class _Speaker:
    """Holds whatever has `gettext` and `ngettext`, asked anew for each text, so that every request has its language."""

    translations = NullTranslations()


def speak(translations):
    """From here on all words come from `translations`: `django.utils.translation`, or a catalogue of `gettext`."""
    _Speaker.translations = translations


def gettext(message):
    """The message in the reader's language; parameters go in afterwards: `gettext("At least %(n)s") % {"n": 2}`."""
    return _Speaker.translations.gettext(message)


def ngettext(singular, plural, number):
    return _Speaker.translations.ngettext(singular, plural, number)


def gettext_noop(message):
    """The message as it is: marks a text of a module or a class, which `gettext` translates where it is shown."""
    return message
