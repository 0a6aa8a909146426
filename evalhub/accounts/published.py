"""The password that everybody knows; importable without configured settings."""

from django.conf import settings

PUBLISHED_PASSWORD = "evalhub-demo"  # of the demo people, in the documents and on the terminal


def is_published(password):
    """Whether everybody knows this password and this is no database of invented data."""
    return password == PUBLISHED_PASSWORD and not settings.EMBEDDED_DATABASE
