"""An embedding model makes vectors of a pair of answers, and how near they are is the candidate's quality."""

from evalhub.lib.translation import gettext_noop
from reviews.engine.stages import registry
from reviews.quality.judges import grader_id_of
from reviews.quality.models import GradingRun
from reviews.quality.stages.grading_judge import PairStage
from reviews.scorers.registry.scorer import Asking

GRADING = "grading"  # in the parameters of a stage: the id of the GradingRun


@registry.register("grading_embedding")
class GradingEmbedding(PairStage):
    kind = name = "grading_embedding"
    title = gettext_noop("Measures the similarity of pairs")
    method = "embedding_similarity"
    may_be_batched = False

    def asking(self, requests):
        return Asking(requests[0].stage.model)

    def grading_of(self, stage):
        return GradingRun.objects.get(pk=stage.parameters[GRADING])

    def grader_id(self, grading, stage):
        return grader_id_of(self.method, model=stage.model)
