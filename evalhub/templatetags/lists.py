"""Filters of the templates of lists."""

import re

from django import template
from django.utils.html import format_html, format_html_join

register = template.Library()


@register.filter
def marked(value, search):
    """A text in which what was searched for is marked, in upper or lower case."""
    text = str(value)
    if not search:
        return text
    parts = re.split(f"({re.escape(search)})", text, flags=re.IGNORECASE)
    return format_html_join(
        "", "{}", ((format_html("<mark>{}</mark>", part) if place % 2 else part,) for place, part in enumerate(parts))
    )
