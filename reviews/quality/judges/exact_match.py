"""The judge that only accepts the same words: 1.0 or 0.0, and no opinion."""

from dataclasses import dataclass
from typing import ClassVar

from evalhub.lib.translation import gettext_noop
from reviews.quality.results import GradingResult
from reviews.scorers.registry import PAIR, registry


def normalized(text):
    """Without blanks at the ends, every run of white space one blank; case and signs stay."""
    return " ".join(text.split())


@registry.register("exact_match")
@dataclass
class ExactMatchJudge:
    """1.0 where both contents are the same after `normalized`, else 0.0."""

    title: ClassVar[str] = gettext_noop("Exact match")
    needs: ClassVar[frozenset] = frozenset({PAIR})
    version: ClassVar[str] = "1"

    grader_id: str = "exact_match"

    @classmethod
    def made(cls, tool=None):
        return cls()

    def judge(self, baseline_response, candidate_response, *, prompt, run_config):
        is_same = normalized(baseline_response.content) == normalized(candidate_response.content)
        return GradingResult(
            quality_score=1.0 if is_same else 0.0,
            notes="" if is_same else "The contents differ.",
            grader_id=self.grader_id,
            baseline_response=baseline_response,
            candidate_response=candidate_response,
        )
