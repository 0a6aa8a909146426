"""A made-up language, written from right to left: every text that went through gettext is in brackets."""

import gettext
from contextlib import contextmanager
from html.parser import HTMLParser

from django.test import override_settings
from django.utils.translation import trans_real

CODE = "ar"  # Django knows that it runs from right to left
OPEN, CLOSE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
# What people typed, what machines read, and names of keys are no words of ours.
UNTRANSLATED_ELEMENTS = {"code", "kbd", "pre", "samp", "script", "style", "svg", "title"}  # a title names what it shows
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
READ_ATTRIBUTES = ("title", "aria-label", "placeholder", "alt", "aria-roledescription")


class PseudoTranslations(gettext.NullTranslations):
    def to_language(self):
        return CODE

    def gettext(self, message):
        message = message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]  # Django asks for messages with a context so
        return f"{OPEN}{message}{CLOSE}" if message else ""

    def ngettext(self, singular, plural, n):
        return self.gettext(singular if n == 1 else plural)

    def pgettext(self, context, message):
        return self.gettext(message)

    def npgettext(self, context, singular, plural, n):
        return self.ngettext(singular, plural, n)


@contextmanager
def spoken():
    """The site offers the made-up language to those who ask for it."""
    with override_settings(LANGUAGES=[("en", "English"), (CODE, "Pseudo")]):  # forgets all languages read so far
        trans_real._translations[CODE] = PseudoTranslations()
        yield


def untranslated(html):
    """The texts of a page that have words and did not go through gettext, in order."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return [text for text in reader.texts if text != "EvalHub" and any(char.isalpha() for char in text)]


class _Reader(HTMLParser):
    """Collects texts and readable attributes without brackets, outside of what is data.

    A translated sentence may hold elements: until its bracket closes, all of the element around it is translated.
    """

    def __init__(self):
        super().__init__()
        self.texts = []
        self._open = []  # (element, whether it or one around it holds data)
        self._brackets = [0]  # open in each element, those around it included

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        is_data = (
            bool(self._open and self._open[-1][1])
            or tag in UNTRANSLATED_ELEMENTS
            or attributes.get("dir") == "auto"
            or attributes.get("translate") == "no"
        )
        if not is_data:
            read = [attributes[name].strip() for name in READ_ATTRIBUTES if attributes.get(name)]
            self.texts += [text for text in read if OPEN not in text]
        if tag not in VOID:
            self._open.append((tag, is_data))
            self._brackets.append(self._brackets[-1])

    def handle_endtag(self, tag):
        while self._open:
            self._brackets.pop()
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data):
        is_translated = self._brackets[-1] > 0 or OPEN in data
        self._brackets[-1] += data.count(OPEN) - data.count(CLOSE)
        if data.strip() and not is_translated and not (self._open and self._open[-1][1]):
            self.texts.append(" ".join(data.split()))
