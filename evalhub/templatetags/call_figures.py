"""Filters for what one call of a model took: amounts of money far below a cent, and milliseconds."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def usd(value):
    """Three digits that count, however small the amount: $0.0000123, $1.50; nothing for None: unknown is not zero."""
    if value is None:
        return ""
    value = float(value)
    if value >= 1:
        return f"${value:,.2f}"
    return f"${_three_digits(value)}"


@register.filter
def milliseconds(value):
    """A latency as `12 ms` or `1.4 s`; nothing for None."""
    if value is None:
        return ""
    if value < 1000:
        return _("%(n)s ms") % {"n": f"{value:.0f}"}
    return _("%(n)s s") % {"n": f"{value / 1000:.1f}"}


def _three_digits(value):
    """0.00001234 as 0.0000123, without an exponent and without trailing zeros."""
    places = 2
    while places < 12 and value * 10**places < 99.95:
        places += 1
    return f"{value:.{places}f}".rstrip("0").rstrip(".") or "0"
