"""What all tests of studies share."""

from tests.api_errors import errors_are_documented

__all__ = ["errors_are_documented"]
