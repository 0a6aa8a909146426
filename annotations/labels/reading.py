"""Strict reading of JSON objects: a refusal names the path, the value met and what would be valid."""

import contextlib
import math
import re
from typing import Any, TypeGuard

from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

LABEL_LENGTH = 200
HELP_LENGTH = 2_000

_REQUIRED = object()
_NUMERAL = re.compile(r"[+-]?([0-9]{1,1000}(\.[0-9]{0,1000})?|\.[0-9]{1,1000})([eE][+-]?[0-9]{1,4})?")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def refusal(path, problem, advice=""):
    """The InvalidInput of a schema; `details` hold `path` ("options[0].value") and `problem` apart.

    `advice` is what a form that has a field for it says in place of both: "Add at least 2 options."
    """
    message = f"{path}: {problem}" if path else problem
    details = {"path": path, "problem": problem} | ({"advice": advice} if advice else {})
    return InvalidInput(message, code="invalid_schema", details=details)


def not_valid(path, value, valid):
    """The refusal of a value that is something else than what is valid."""
    met = {"met": shown(value), "valid": valid}
    return refusal(path, _("is %(met)s. Valid: %(valid)s.") % met, _("Enter %(valid)s.") % met)


@contextlib.contextmanager
def under(path):
    """Put `path` before the path of any refusal raised inside."""
    try:
        yield
    except InvalidInput as error:
        inner = error.details.get("path", "")
        joined = f"{path}.{inner}" if path and inner else path or inner
        problem = error.details.get("problem", error.message)
        raise refusal(joined, problem, error.details.get("advice", "")) from error


def shown(value):
    """A short, printable text of any JSON value met, for messages."""
    if isinstance(value, str):
        cut = _("%(start)s... (%(n)s characters)") % {"start": repr(value[:60]), "n": len(value)}
        return repr(value) if len(value) <= 60 else cut
    if isinstance(value, (list, tuple)):
        return _("a list of %(n)s") % {"n": len(value)}
    if isinstance(value, dict):
        return _("an object")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and value.bit_length() > 200:
        return _("a whole number of more than 60 digits")
    return repr(value)


def listed(values, limit=12):
    """Valid values in one line; a long list is cut and its length told."""
    values = [str(value) for value in values]
    if len(values) <= limit:
        return ", ".join(values)
    return _("%(first)s, ... (%(n)s in all)") % {"first": ", ".join(values[:limit]), "n": len(values)}


def is_number(value: object) -> TypeGuard[int | float]:
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


def typed_number(text: Any) -> Any:
    """The number a text spells with a decimal point, or the text itself when it spells none."""
    if not isinstance(text, str) or not _NUMERAL.fullmatch(text.strip()):
        return text
    numeral = text.strip()
    number = float(numeral) if set(numeral) & set(".eE") else int(numeral)
    return number if is_number(number) else text


def numbers_between(low, high, *, whole=False):
    """Which numbers are valid, in words: within both bounds or one, else any."""
    bounds = {"low": low, "high": high}
    if low is not None and high is not None:
        words = _("a whole number from %(low)s to %(high)s") if whole else _("a number from %(low)s to %(high)s")
    elif low is not None:
        words = _("a whole number of at least %(low)s") if whole else _("a number of at least %(low)s")
    elif high is not None:
        words = _("a whole number of at most %(high)s") if whole else _("a number of at most %(high)s")
    else:
        words = _("a whole number") if whole else _("a number")
    return words % bounds


def unstorable(text):
    """Whether a text holds NUL or half of a surrogate pair, which the database refuses."""
    return _UNSTORABLE.search(text) is not None


class ObjectReader:
    """Takes the known keys out of a JSON object, each checked; `end()` refuses what is left over.

    A key that is absent or null takes its default; without a default it is refused.
    """

    def __init__(self, data, path=""):
        if not isinstance(data, dict):
            raise not_valid(path, data, _("an object"))
        self.path = path
        self._rest = dict(data)
        self._known = []

    def at(self, name):
        return f"{self.path}.{name}" if self.path else name

    def refuse(self, name, problem, advice=""):
        return refusal(self.at(name), problem, advice)

    def has(self, name):
        return self._rest.get(name) is not None

    def text(self, name, default=_REQUIRED, *, maximum=LABEL_LENGTH, lines=False):
        """A text that is not blank unless the default is; one line of printable characters unless `lines`."""
        valid = _("a text of 1 to %(n)s characters") % {"n": maximum}
        value = self._take(name, default, valid)
        if not isinstance(value, str):
            raise not_valid(self.at(name), value, valid)
        if not value.strip() and default is _REQUIRED:
            met = {"valid": valid}
            raise self.refuse(name, _("is empty. Valid: %(valid)s.") % met, _("Enter %(valid)s.") % met)
        if len(value) > maximum:
            met = {"n": len(value), "valid": valid, "most": maximum}
            problem, advice = _("has %(n)s characters. Valid: %(valid)s."), _("Shorten it to %(most)s characters.")
            raise self.refuse(name, problem % met, advice % met)
        if (unstorable if lines else _CONTROL.search)(value):
            raise self.refuse(name, _("contains a control character. Valid: printable characters only."))
        return value if value.strip() else ""

    def flag(self, name, default):
        value = self._take(name, default, _("true or false"))
        if not isinstance(value, bool):
            raise not_valid(self.at(name), value, _("true or false"))
        return value

    def number(
        self,
        name: str,
        default: Any = _REQUIRED,
        *,
        minimum: float | None = None,
        maximum: float | None = None,
        whole: bool = False,
    ) -> Any:
        """A finite number within the bounds (both included); a default of None may come back as None."""
        valid = numbers_between(minimum, maximum, whole=whole)
        value = self._take(name, default, valid)
        if value is None:
            return None
        fits = is_number(value) and (not whole or float(value).is_integer())
        if fits and minimum is not None:
            fits = value >= minimum
        if fits and maximum is not None:
            fits = value <= maximum
        if not fits:
            raise not_valid(self.at(name), value, valid)
        return tidy(value)

    def array(self, name, *, minimum, maximum, of):
        bounds = {"low": minimum, "high": maximum, "things": of}
        valid = _("%(low)s to %(high)s %(things)s") % bounds
        value = self._take(name, _REQUIRED, valid)
        if not isinstance(value, list):
            raise not_valid(self.at(name), value, valid)
        if not minimum <= len(value) <= maximum:
            met = {"n": len(value), "things": of, "valid": valid}
            advice = (
                _("Add at least %(low)s %(things)s.")
                if len(value) < minimum
                else _("Keep at most %(high)s %(things)s.")
            )
            raise self.refuse(name, _("has %(n)s %(things)s. Valid: %(valid)s.") % met, advice % bounds)
        return value

    def mapping(self, name, default=_REQUIRED):
        value = self._take(name, default, _("an object"))
        if not isinstance(value, dict):
            raise not_valid(self.at(name), value, _("an object"))
        return value

    def rest(self):
        """Take all that is left over, for a reader who knows the other keys."""
        rest, self._rest = self._rest, {}
        return rest

    def end(self):
        if self._rest:
            name = next(iter(self._rest))
            problem = _("has an unknown key %(met)s. Valid: %(valid)s.")
            raise refusal(self.path, problem % {"met": shown(name), "valid": listed(self._known)})

    def _take(self, name, default, valid):
        self._known.append(name)
        value = self._rest.pop(name, None)
        if value is not None:
            return value
        if default is _REQUIRED:
            problem, advice = _("is missing. Add %(valid)s."), _("Enter %(valid)s.")
            raise self.refuse(name, problem % {"valid": valid}, advice % {"valid": valid})
        return default
