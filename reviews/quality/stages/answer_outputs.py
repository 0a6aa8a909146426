"""What a system answers to a case when it is asked here, as a ModelOutput."""

from datasets.actions import produced_outputs
from reviews.engine.models import LLMRequest


def store(request, *, system_id, finding, outcome):
    """The id of the output that a request about a case (its target) has brought.

    It is a new repetition of the system's; what is asked again in a stage takes the place of its answer before.
    """
    before = LLMRequest.objects.filter(stage=request.stage_id, target=request.target, result__isnull=False)
    return produced_outputs.store(
        test_case_id=request.target,
        system_id=system_id,
        replaces=before.values_list("result", flat=True).first(),
        text=finding.values["text"],
        finish_reason=outcome.finish_reason[:40],
        cost_usd=outcome.cost_usd,
        latency_ms=outcome.latency_ms,
        tokens_in=outcome.usage.prompt_tokens,
        tokens_out=outcome.usage.completion_tokens,
        simulated=outcome.simulated,
    )
