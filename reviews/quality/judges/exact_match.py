"""The judge that only accepts the same words: 1.0 or 0.0, and no opinion."""

from evalhub.lib.translation import gettext_noop
from reviews.quality.judges import PairJudge, found
from reviews.scorers.registry import PAIR, registry


def normalized(text):
    """Without blanks at the ends, every run of white space one blank; case and signs stay."""
    return " ".join(text.split())


@registry.register("exact_match")
class ExactMatch(PairJudge):
    """1.0 where both answers are the same after `normalized`, else 0.0."""

    title = gettext_noop("Exact match")
    needs = frozenset({PAIR})
    version = "1"

    def read(self, answer, item, question):
        is_same = normalized(item.baseline) == normalized(item.candidate)
        return found(1.0) if is_same else found(0.0, "The contents differ.")
