"""BLEU of one answer as sacrebleu computes it (Papineni et al. 2002; Post 2018)."""

import functools
from dataclasses import dataclass

from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters
from reviews.scorers.metrics.base.sacrebleu_metric import SacrebleuMetric
from reviews.scorers.registry import registry


@registry.register("bleu")
class Bleu(SacrebleuMetric):
    """With effective order: a text of fewer than 4 words is measured by the runs that it has."""

    title = gettext_noop("BLEU")
    description = gettext_noop("Shared runs of 1 to 4 words, from 0 to 100: sacrebleu's BLEU of one sentence.")

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        tokenize: str = parameters.choice("13a", "none", "intl", "char", "zh")
        smooth: str = parameters.choice("exp", "floor", "add-k", "none")
        lowercase: bool = False

    @functools.cached_property
    def metric(self):
        return self._bleu(effective_order=True)

    @functools.cached_property
    def metric_of_corpus(self):
        return self._bleu(effective_order=False)

    def _bleu(self, **options):
        from sacrebleu.metrics.bleu import BLEU

        chosen = self.parameters
        return BLEU(tokenize=chosen.tokenize, smooth_method=chosen.smooth, lowercase=chosen.lowercase, **options)
