"""An embedding model makes vectors of a pair of answers, and how near they are is the candidate's quality."""

from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext_noop
from reviews.engine.client import vectors
from reviews.engine.client.exchange import OK, LLMCall
from reviews.engine.stages import registry
from reviews.engine.stages.base import UNREADABLE, Finding, Prepared
from reviews.quality.errors import InvalidGrading
from reviews.quality.judges.embedding_similarity import clamped_cosine, grader_id_of
from reviews.quality.models import GradingRun
from reviews.quality.stages.grading_judge import PairJudge

GRADING = "grading"  # in the parameters of a stage: the id of the GradingRun
TIMEOUT_SECONDS = 60.0
PARSER_VERSION = "cosine-1"


@registry.register("grading_embedding")
class GradingEmbedding(PairJudge):
    """Both texts of a pair are one call, the baseline's first, so that a pair fails by itself."""

    kind = name = "grading_embedding"
    title = gettext_noop("Measures the similarity of pairs")
    may_be_batched = False

    def grading_of(self, stage):
        return GradingRun.objects.get(pk=stage.parameters[GRADING])

    def grader_id(self, model):
        return grader_id_of(model)

    def _prepared(self, stage, pair):
        if pair is None:
            return NotFound("The pair of answers is gone.", code="target_missing")
        return prepared(stage, pair.baseline.text, pair.candidate.text)


def prepared(stage, *texts):
    """The Prepared question of a stage to its embedding model about two texts."""
    call = LLMCall(
        model=stage.model,
        messages=tuple({"role": "user", "content": text} for text in texts),
        max_tokens=0,
        timeout_seconds=TIMEOUT_SECONDS,
        embeds=True,
    )
    return Prepared(call=call, read=_read, parser_version=PARSER_VERSION)


def _read(outcome):
    if outcome.status != OK:
        return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)
    found = vectors.found_in(outcome.raw)
    if len(found) != 2:
        return Finding(UNREADABLE, {}, "no_vectors", f"The answer holds {len(found)} vectors. Valid: two.")
    try:
        return Finding(OK, {"quality": clamped_cosine(*found), "notes": ""})
    except InvalidGrading as error:
        return Finding(UNREADABLE, {}, "no_vectors", error.message)
