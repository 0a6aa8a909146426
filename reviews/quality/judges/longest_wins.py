"""The judge that prefers the longer answer: the baseline that every other judge must beat."""

from evalhub.lib.translation import gettext_noop
from reviews.quality.judges import PairJudge, found
from reviews.scorers.registry import PAIR, registry


@registry.register("longest_wins")
class LongestWins(PairJudge):
    """1.0 where the candidate's answer has more characters than the baseline's, 0.5 where as many, else 0.0."""

    title = gettext_noop("Longest answer wins")
    needs = frozenset({PAIR})
    version = "1"
    is_baseline = True

    def read(self, answer, item, question):
        candidate, baseline = len(item.candidate.strip()), len(item.baseline.strip())
        reason = f"{candidate:,} characters beside {baseline:,}."
        return found((candidate > baseline) + 0.5 * (candidate == baseline), reason)
