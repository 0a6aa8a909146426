"""What a judge found about a model's answer, as a row of the quality ledger."""

from django.db import transaction

from reviews.quality.models import QualityObservation, RoutedPrompt
from reviews.quality.models.routed_prompt import GRADED
from reviews.quality.stages.prompt import answer_to


def observe(judged, *, grading, grader_id):
    """Store a row for each (candidate's ModelOutput, id of its Judgement, whether either is simulated) of a grading.

    What the same grader found about the same output before is replaced. Returns the rows; one statement.
    """
    rows = [
        QualityObservation(
            organization_id=grading.organization_id,
            task_type=grading.task_type,
            system_id=output.system_id,
            baseline_id=grading.baseline_id,
            grader_id=grader_id,
            judgement_id=judgement,
            output=output,
            grading=grading,
            simulated=simulated or output.simulated,
            tags={"grading": str(grading.pk)},
        )
        for output, judgement, simulated in judged
    ]
    return QualityObservation.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["output", "grader_id"],
        update_fields=["judgement", "simulated"],
    )


@transaction.atomic
def observe_shadow(routed, baseline, *, quality, notes, simulated=False):
    """Grade a RoutedPrompt beside the LLMAttempt of its shadow, `baseline`; what was found before is replaced."""
    routed = RoutedPrompt.objects.select_for_update(of=("self",)).select_related("request").get(pk=routed.pk)
    said = answer_to(routed.request)
    found = {
        "organization_id": routed.organization_id,
        "task_type": routed.task_type,
        "system_id": routed.system_id,
        "own_cost_usd": said.cost_usd,
        "own_latency_ms": said.latency_ms or 0,
        "own_tokens_in": said.prompt_tokens,
        "own_tokens_out": said.completion_tokens,
        "own_quality_score": quality,
        "baseline_id": routed.baseline_id,
        "grader_id": routed.grader_id,
        "own_notes": notes,
        "simulated": simulated or said.simulated or baseline.simulated,
        "tags": {"routed_prompt": str(routed.pk)},
    }
    if not QualityObservation.objects.filter(pk=routed.observation_id).update(**found):
        routed.observation = QualityObservation.objects.create(**found)
    routed.shadow, routed.shadow_note = GRADED, ""
    routed.save(update_fields=["observation", "shadow", "shadow_note"])
    return routed.observation
