"""Filters for what one call of a model took: amounts of money far below a cent, and milliseconds."""

from django import template
from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers

register = template.Library()


@register.filter
def usd(value):
    """`$0.0000123`, or nothing for None: unknown is not zero."""
    return "" if value is None else numbers.usd(float(value))


@register.filter
def milliseconds(value):
    """A latency as `12 ms` or `1.4 s`; nothing for None."""
    if value is None:
        return ""
    if value < 1000:
        return _("%(n)s ms") % {"n": f"{value:.0f}"}
    return _("%(n)s s") % {"n": f"{value / 1000:.1f}"}
