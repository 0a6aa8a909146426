"""Why a run stands still, in the reader's language: workers write it down in English, whoever reads it later."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviews.engine.limits.actions.budgets import MONTH_USED_UP, RUN_USED_UP
from reviews.engine.stages import registry as stages

# As `reviews.engine.runs.actions.supervisor` and `reviews.engine.limits.actions.budgets` write them.
SENTENCES = (
    gettext_noop("Some requests of %(stage)s failed, and this run requires all. Retry failed requests to continue."),
    gettext_noop("All requests of %(stage)s failed."),
    RUN_USED_UP,
    MONTH_USED_UP,
)


def reason_text(reason):
    """A run's `status_reason`; words that are none of ours come as they are."""
    for sentence, pattern in _PATTERNS:
        found = pattern.fullmatch(reason)
        if found:
            return _(sentence) % {name: _title_of_stage(value) for name, value in found.groupdict().items()}
    return reason


def _title_of_stage(name):
    """What pages call a stage of this name, quoted; anything else as it is."""
    return f"“{_(stages[name].title)}”" if name in stages else name


def _pattern(sentence):
    """Matches the sentence with anything in the places of its parameters."""
    return re.compile(re.sub(r"%\\\((\w+)\\\)s", r"(?P<\1>.+?)", re.escape(sentence)))


_PATTERNS = [(sentence, _pattern(sentence)) for sentence in SENTENCES]
