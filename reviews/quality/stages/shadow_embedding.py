"""A provider's embedding model compares a routed prompt's answer with its shadow: how near their vectors are."""

from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.quality.stages.shadow_judge import Comparison
from reviews.scorers.registry.scorer import Asking


@registry.register("shadow_embedding")
class ShadowEmbedding(Comparison):
    kind = name = "shadow_embedding"
    title = gettext_noop("Measures the similarity to the shadow answer")
    may_be_batched = False

    def asking(self, requests):
        return Asking(requests[0].stage.model)
