"""What a row of a JSON file must be."""

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

_WORDS = {
    list: gettext_noop("a list"),
    str: gettext_noop("a text"),
    int: gettext_noop("a number"),
    float: gettext_noop("a number"),
    bool: gettext_noop("a boolean"),
    type(None): gettext_noop("null"),
}


def problem_with_row(value):
    """Why `value`, which is not an object with at least one key, is no row."""
    if isinstance(value, dict):
        return _("The object is empty. Each row is an object with at least one key.")
    return _("The row is %(what)s. Each row is a JSON object.") % {"what": _(_WORDS[type(value)])}
