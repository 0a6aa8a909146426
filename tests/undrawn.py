"""Pages without their HTML, for tests of what a page is given: drawing is half of what a request costs."""

import contextlib
from unittest.mock import patch

from django.template.base import Template
from django.test.signals import template_rendered


@contextlib.contextmanager
def undrawn():
    """Pages of the block have their status and context, and no text."""

    def tell(template, context):
        template_rendered.send(sender=template, template=template, context=context)
        return ""

    with patch.object(Template, "_render", tell):
        yield


def given(client, path, query=None):
    """What the page at this path is given."""
    with undrawn():
        return client.get(path, query).context
