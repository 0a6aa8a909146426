"""Searches for regular expressions that others wrote: every search ends after a time."""

LONGEST_SECONDS = 1.0


class BadPattern(ValueError):
    """The text says what is wrong in the pattern."""


def compiled(pattern: str, *, ignore_case: bool = False):
    """The pattern in the syntax of Python's `re`; the compiled forms of recent ones are kept."""
    import regex

    try:
        return regex.compile(pattern, flags=regex.IGNORECASE if ignore_case else 0)
    except (regex.error, RecursionError) as error:
        raise BadPattern(str(error)) from error


def matches(pattern: str, text: str, *, whole: bool = False, ignore_case: bool = False) -> bool:
    """Whether the pattern is found in the text, or is all of it; TimeoutError after LONGEST_SECONDS."""
    found = compiled(pattern, ignore_case=ignore_case)
    return (found.fullmatch if whole else found.search)(text, timeout=LONGEST_SECONDS) is not None
