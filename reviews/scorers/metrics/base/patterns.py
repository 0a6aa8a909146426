"""Searches for regular expressions that others wrote: every search ends after a time."""

from typing import Any

LONGEST_SECONDS = 1.0


class BadPattern(ValueError):
    """The text says what is wrong in the pattern."""


def compiled(pattern: str, *, ignore_case: bool = False) -> Any:
    """The pattern in the syntax of Python's `re`; the compiled forms of recent ones are kept."""
    import regex

    try:
        return regex.compile(pattern, flags=regex.IGNORECASE if ignore_case else 0)
    except (regex.error, RecursionError) as error:
        raise BadPattern(str(error)) from error


def matches(pattern: Any, text: str, *, whole: bool = False) -> bool:
    """Whether a compiled pattern is found in the text, or is all of it; TimeoutError after LONGEST_SECONDS."""
    return (pattern.fullmatch if whole else pattern.search)(text, timeout=LONGEST_SECONDS) is not None
