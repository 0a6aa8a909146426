"""Strict reading of JSON objects: a refusal names the path, the value met and what would be valid."""

import contextlib
import math
import re

from evalhub.lib.errors import InvalidInput

LABEL_LENGTH = 200
HELP_LENGTH = 2_000

_REQUIRED = object()
_NUMERAL = re.compile(r"[+-]?([0-9]{1,1000}(\.[0-9]{0,1000})?|\.[0-9]{1,1000})([eE][+-]?[0-9]{1,4})?")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def refusal(path, problem):
    """The InvalidInput of a schema; `details` hold `path` ("options[0].value") and `problem` apart."""
    message = f"{path}: {problem}" if path else problem
    return InvalidInput(message, code="invalid_schema", details={"path": path, "problem": problem})


@contextlib.contextmanager
def under(path):
    """Put `path` before the path of any refusal raised inside."""
    try:
        yield
    except InvalidInput as error:
        inner = error.details.get("path", "")
        joined = f"{path}.{inner}" if path and inner else path or inner
        raise refusal(joined, error.details.get("problem", error.message)) from error


def shown(value):
    """A short, printable text of any JSON value met, for messages."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 60 else f"{value[:60]!r}... ({len(value)} characters)"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > 200:
        return "a whole number of more than 60 digits"
    return repr(value)


def listed(values, limit=12):
    """Valid values in one line; a long list is cut and its length told."""
    values = [str(value) for value in values]
    return ", ".join(values) if len(values) <= limit else f"{', '.join(values[:limit])}, ... ({len(values)} in all)"


def is_number(value):
    """Whether a JSON value is a finite number that float64 can hold; true and false are no numbers."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def tidy(number):
    """4.0 as 4, so that one number has one spelling; floats beyond 2**53 and fractions as they are."""
    exact = isinstance(number, float) and number.is_integer() and abs(number) <= 2**53
    return int(number) if exact else number


def typed_number(text):
    """The number a text spells with a decimal point, or the text itself when it spells none."""
    if not isinstance(text, str) or not _NUMERAL.fullmatch(text.strip()):
        return text
    numeral = text.strip()
    number = float(numeral) if set(numeral) & set(".eE") else int(numeral)
    return number if is_number(number) else text


def unstorable(text):
    """Whether a text holds NUL or half of a surrogate pair, which the database refuses."""
    return _UNSTORABLE.search(text) is not None


class ObjectReader:
    """Takes the known keys out of a JSON object, each checked; `end()` refuses what is left over.

    A key that is absent or null takes its default; without a default it is refused.
    """

    def __init__(self, data, path=""):
        if not isinstance(data, dict):
            raise refusal(path, f"is {shown(data)}. Valid: an object.")
        self.path = path
        self._rest = dict(data)
        self._known = []

    def at(self, name):
        return f"{self.path}.{name}" if self.path else name

    def refuse(self, name, problem):
        return refusal(self.at(name), problem)

    def has(self, name):
        return self._rest.get(name) is not None

    def text(self, name, default=_REQUIRED, *, maximum=LABEL_LENGTH, lines=False):
        """A text that is not blank unless the default is; one line of printable characters unless `lines`."""
        valid = f"a text of 1 to {maximum} characters"
        value = self._take(name, default, valid)
        if not isinstance(value, str):
            raise self.refuse(name, f"is {shown(value)}. Valid: {valid}.")
        if not value.strip() and default is _REQUIRED:
            raise self.refuse(name, f"is blank. Valid: {valid}.")
        if len(value) > maximum:
            raise self.refuse(name, f"has {len(value)} characters. Valid: {valid}.")
        if (unstorable if lines else _CONTROL.search)(value):
            raise self.refuse(name, "holds a control character. Valid: printable characters only.")
        return value if value.strip() else ""

    def flag(self, name, default):
        value = self._take(name, default, "true or false")
        if not isinstance(value, bool):
            raise self.refuse(name, f"is {shown(value)}. Valid: true or false.")
        return value

    def number(self, name, default=_REQUIRED, *, minimum=None, maximum=None, whole=False):
        """A finite number within the bounds (both included); a default of None may come back as None."""
        valid = "a whole number" if whole else "a number"
        if minimum is not None and maximum is not None:
            valid += f" from {minimum} to {maximum}"
        value = self._take(name, default, valid)
        if value is None:
            return None
        fits = is_number(value) and (not whole or float(value).is_integer())
        if fits and minimum is not None:
            fits = value >= minimum
        if fits and maximum is not None:
            fits = value <= maximum
        if not fits:
            raise self.refuse(name, f"is {shown(value)}. Valid: {valid}.")
        return tidy(value)

    def array(self, name, *, minimum, maximum, of):
        valid = f"a list of {minimum} to {maximum} {of}"
        value = self._take(name, _REQUIRED, valid)
        if not isinstance(value, list):
            raise self.refuse(name, f"is {shown(value)}. Valid: {valid}.")
        if not minimum <= len(value) <= maximum:
            raise self.refuse(name, f"has {len(value)} {of}. Valid: {valid}.")
        return value

    def mapping(self, name, default=_REQUIRED):
        value = self._take(name, default, "an object")
        if not isinstance(value, dict):
            raise self.refuse(name, f"is {shown(value)}. Valid: an object.")
        return value

    def rest(self):
        """Take all that is left over, for a reader who knows the other keys."""
        rest, self._rest = self._rest, {}
        return rest

    def end(self):
        if self._rest:
            name = next(iter(self._rest))
            raise refusal(self.path, f"has an unknown key {shown(name)}. Valid: {listed(self._known)}.")

    def _take(self, name, default, valid):
        self._known.append(name)
        value = self._rest.pop(name, None)
        if value is not None:
            return value
        if default is _REQUIRED:
            raise self.refuse(name, f"is missing. Give {valid}.")
        return default
