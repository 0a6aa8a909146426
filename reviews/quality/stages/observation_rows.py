"""What a judge found about a model's answer, as a row of the quality ledger."""

from django.db import transaction

from reviews.quality.models import QualityObservation, RoutedPrompt
from reviews.quality.models.routed_prompt import GRADED
from reviews.quality.stages.prompt import answer_to


def observed(output, *, grading, grader_id, quality, notes, simulated):
    """The unsaved QualityObservation of a candidate's output in a grading."""
    return QualityObservation(
        organization_id=grading.organization_id,
        task_type=grading.task_type,
        system_id=output.system_id,
        cost_usd=output.cost_usd,
        latency_ms=output.latency_ms or 0,
        tokens_in=output.tokens_in,
        tokens_out=output.tokens_out,
        quality_score=quality,
        baseline_id=grading.baseline_id,
        grader_id=grader_id,
        notes=notes,
        simulated=simulated or output.simulated,
        output=output,
        grading=grading,
        tags={"grading": str(grading.pk)},
    )


def observe(output, **found):
    """Store it; what the same grader found about the same output before is replaced."""
    row = observed(output, **found)
    fields = ("quality_score", "notes", "cost_usd", "latency_ms", "tokens_in", "tokens_out", "simulated")
    stored, _ = QualityObservation.objects.update_or_create(
        output=output,
        grader_id=row.grader_id,
        defaults={name: getattr(row, name) for name in fields},
        create_defaults={
            field.attname: getattr(row, field.attname)
            for field in row._meta.concrete_fields
            if field.attname not in ("id", "recorded_at", "output_id", "grader_id")
        },
    )
    return stored


@transaction.atomic
def observe_shadow(routed, baseline, *, quality, notes, simulated=False):
    """Grade a RoutedPrompt beside the LLMAttempt of its shadow, `baseline`; what was found before is replaced."""
    routed = RoutedPrompt.objects.select_for_update(of=("self",)).select_related("request").get(pk=routed.pk)
    said = answer_to(routed.request)
    found = {
        "organization_id": routed.organization_id,
        "task_type": routed.task_type,
        "system_id": routed.system_id,
        "cost_usd": said.cost_usd,
        "latency_ms": said.latency_ms or 0,
        "tokens_in": said.prompt_tokens,
        "tokens_out": said.completion_tokens,
        "quality_score": quality,
        "baseline_id": routed.baseline_id,
        "grader_id": routed.grader_id,
        "notes": notes,
        "simulated": simulated or said.simulated or baseline.simulated,
        "tags": {"routed_prompt": str(routed.pk)},
    }
    observation, _ = QualityObservation.objects.update_or_create(pk=routed.observation_id, defaults=found)
    routed.observation, routed.shadow, routed.shadow_note = observation, GRADED, ""
    routed.save(update_fields=["observation", "shadow", "shadow_note"])
    return observation
