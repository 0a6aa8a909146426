"""One JSON list of objects, alone or under a key of one object, read element by element however long the list is."""

import re
from typing import NamedTuple

from datasets.columns import ColumnTypes
from datasets.limits import megabytes
from datasets.readers.base import Reader, Row, Unreadable, check_cells
from datasets.readers.content import BLANKS
from datasets.readers.objects import problem_with_row
from datasets.readers.window import Window
from datasets.row_errors import shown
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _

_LIST = re.compile(r"\[[ \t\n\r]*\{")
_BLANK_LIST = re.compile(r"\[[ \t\n\r]*")


class _Element(NamedTuple):
    """A value, or the rule it breaks; `end` is where it ends in the window, None while its end is not in sight."""

    value: object
    end: int | None
    problem: str = ""


class JsonListReader(Reader):
    """A row is an element of the list. One that breaks a rule costs the row; what is not JSON ends the reading.

    The list may stand under a key, as in {"data": […]}: `wrapper` names it. What stands beside it is no row.
    """

    @classmethod
    def problem_with_text(cls, start):
        first = start.lstrip(BLANKS)[:1]
        return "" if first in (b"[", b"{") else _("The file is not a JSON list of objects: it does not start with [.")

    def rows(self, file):
        self.types = ColumnTypes(self.limits)
        window = Window(file)
        if window.next_mark() == "{":
            self.wrapper = self._enter(window)
        if window.next_mark() != "[":
            raise Unreadable(_("The file is not a JSON list of objects: it does not start with [."))
        window.position += 1
        number, mark = 0, window.next_mark()
        while mark != "]":
            number += 1
            element = self._element(window, number)
            size = element.end - window.position
            window.position = element.end
            if self._is_good(number, element, size):
                yield Row(number, element.value)
            mark = _after_element(window, number)
        window.position += 1
        if self.wrapper:
            # What follows the list in its object is read too: a second list of objects would be lost.
            for key in self._keys(window):
                if window.next_mark() == "[" and self._begins_with_object(window):
                    text = _("The file has two lists of objects: %(first)s and %(second)s. Upload one of them.")
                    raise Unreadable(text % {"first": shown(self.wrapper), "second": shown(key)})
                window.position = self._element(window, None).end
        if window.next_mark():
            raise Unreadable(_("There is text after the end of the list."))

    def _enter(self, window):
        """Go on to the first list of objects that one object holds, and return its key."""
        for key in self._keys(window):
            if window.next_mark() == "[" and self._begins_with_object(window):
                return key
            window.position = self._element(window, None).end
        raise Unreadable(
            _("The file is not a list of objects: it starts with {. Name it *.jsonl if it has one object per line.")
        )

    def _keys(self, window):
        """Each key of the object that the window is in, the window at its value; at the end behind the object."""
        while (mark := window.next_mark()) and mark in "{,":
            window.position += 1
            if window.next_mark() != '"':
                break
            key = self._element(window, None)
            window.position = key.end
            if window.next_mark() != ":":
                raise Unreadable(
                    _("Not valid JSON: a colon is missing after the key %(key)s.") % {"key": shown(key.value)}
                )
            window.position += 1
            window.next_mark()
            yield str(key.value)
        if window.next_mark() != "}":
            raise Unreadable(_("The object around the list does not end with }."))
        window.position += 1

    def _begins_with_object(self, window):
        """Whether the list at the window's position has an object first; the window stays where it is."""
        while not (begin := _LIST.match(window.buffer, window.position)) and not window.ended:
            if _BLANK_LIST.fullmatch(window.buffer, window.position) is None:
                break
            window.read()
        return begin is not None

    def _is_good(self, number, element, size):
        value, limits = element.value, self.limits
        if element.problem:
            self.refuse(number, element.problem)
        elif size > limits.row_bytes:
            self.refuse(number, _("The row is longer than %(most)s.") % {"most": megabytes(limits.row_bytes)})
        elif type(value) is not dict or not value:
            self.refuse(number, problem_with_row(value))
        else:
            # A character takes up to four bytes: only then can a cell be too large.
            return size * 4 <= limits.cell_bytes or check_cells(self, number, value)
        return False

    def _element(self, window, number):
        """The value at the window's position, read on until it is whole."""
        while True:
            element = _attempt(window)
            # A value that touches the end of the window may go on behind it.
            if element.end is not None and (element.end < len(window.buffer) or window.ended):
                return element
            if window.ended or len(window.buffer) - window.position > self.limits.row_bytes:
                raise Unreadable(element.problem or _("The row is too long."), row=number)
            window.read()


def _attempt(window):
    try:
        return _Element(*strict_json.scan(window.buffer, window.position))
    except strict_json.BadJson as error:
        return _Element(None, _end_of(window), _in_words(error, window))


def _end_of(window):
    try:
        return strict_json.skip(window.buffer, window.position)
    except strict_json.NotJson:
        return None


def _in_words(error, window):
    if isinstance(error, strict_json.NotJson):
        text = _("Not valid JSON: %(problem)s at character %(place)s of the row.")
        return text % {"problem": error.problem, "place": f"{error.position - window.position + 1:,}"}
    return error.message


def _after_element(window, number):
    """The mark before the next element, or the "]" that ends the list."""
    mark = window.next_mark()
    if mark == "]":
        return mark
    if mark != ",":
        found = _("%(mark)s follows") % {"mark": f"{mark!r}"} if mark else _("the file ends")
        text = _("A comma or ] is expected after row %(row)s; %(found)s.")
        raise Unreadable(text % {"row": f"{number:,}", "found": found}, row=number)
    window.position += 1
    if window.next_mark() == "]":
        text = _("There is a comma but no row after row %(row)s.")
        raise Unreadable(text % {"row": f"{number:,}"}, row=number)
    return mark
