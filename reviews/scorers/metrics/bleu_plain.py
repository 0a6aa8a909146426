"""BLEU in its plain form: words between blanks, four orders, no smoothing (Papineni et al. 2002)."""

import math
from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters
from reviews.scorers.metrics.base.answer_metric import AnswerMetric, scored
from reviews.scorers.metrics.base.ngrams import ngrams
from reviews.scorers.registry import OUTPUT, REFERENCE, registry


@registry.register("bleu_plain")
class PlainBleu(AnswerMetric):
    """From 0 to 1. Each distinct run counts at most as often as in the reference that has it most often."""

    title = gettext_noop("Plain BLEU")
    description = gettext_noop(
        "Shared runs of 1 to 4 words between blanks, from 0 to 1, without smoothing: 0 where no run of 4 is shared."
    )
    version = "1"
    needs = frozenset({OUTPUT, REFERENCE})
    empty_is_zero = True

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        max_n: int = parameters.number(4, low=1, high=4, whole=True)

    def score(self, item):
        words, references = item.output.split(), [text.split() for text in item.references]
        precisions = []
        for n in range(1, self.parameters.max_n + 1):
            allowed = [ngrams(reference, n) for reference in references]
            shared = sum(min(count, max(each[run] for each in allowed)) for run, count in ngrams(words, n).items())
            if not shared:
                return scored(0, _("No run of %(n)s words is shared.") % {"n": n})
            precisions.append(shared / (len(words) - n + 1))
        mean = math.exp(math.fsum(map(math.log, precisions)) / len(precisions))
        # The brevity penalty is that of the reference whose length is nearest, the shorter of two that are as near.
        length = len(words)
        nearest = min((abs(len(reference) - length), len(reference)) for reference in references)[1]
        penalty = 1.0 if length >= nearest else math.exp(1 - nearest / length)
        return scored(min(penalty * mean, 1.0))
