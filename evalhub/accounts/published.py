"""The password that everybody knows; importable without configured settings."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

PUBLISHED_PASSWORD = "evalhub-demo"  # of the demo people, in the documents and on the terminal


def is_published(password):
    """Whether everybody knows this password and this is no database of invented data."""
    return password == PUBLISHED_PASSWORD and not settings.EMBEDDED_DATABASE


class NotPublished:
    """A validator of passwords: nobody sets one that would not let them in."""

    def validate(self, password, user=None):
        if is_published(password):
            raise ValidationError(_("This password is publicly known. Choose another one."), code="published")

    def get_help_text(self):
        return ""
