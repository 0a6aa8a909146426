"""Why a run stands still, in the reader's language: workers write it down in English, whoever reads it later."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviews.limits.budgets import MONTH_USED_UP, RUN_USED_UP

# As `reviews.actions.supervisor` and `reviews.limits.budgets` write them.
SENTENCES = (
    gettext_noop("Some of %(stage)s failed, and this run is to be exact. Try what failed again to go on."),
    gettext_noop("All of %(stage)s failed."),
    RUN_USED_UP,
    MONTH_USED_UP,
)


def said(reason):
    """A run's `status_reason`; words that are none of ours come as they are."""
    for sentence, pattern in _PATTERNS:
        found = pattern.fullmatch(reason)
        if found:
            return _(sentence) % found.groupdict()
    return reason


def _pattern(sentence):
    """Matches the sentence with anything in the places of its parameters."""
    return re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+?)", re.escape(sentence)))


_PATTERNS = [(sentence, _pattern(sentence)) for sentence in SENTENCES]
