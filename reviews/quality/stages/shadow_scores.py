"""The score of a routed prompt's answer beside its shadow: a judgement, as those of gradings are."""

from django.db import transaction

from reviews.quality.models import QualityObservation, RoutedPrompt, RoutedPromptSet
from reviews.quality.models.routed_prompt import GRADED
from reviews.quality.stages import pair_judgements
from reviews.quality.stages.grading_judge import Pair


@transaction.atomic
def store(routed_id, *, quality, notes, simulated=False, key=""):
    """The RoutedPrompt, graded, and the Annotation of its grader; what was found before is replaced.

    `simulated`: whether the judge is. The same `key` is stored once.
    """
    locked = RoutedPrompt.objects.select_for_update(of=("self",)).select_related("output", "shadow_output")
    routed = locked.get(pk=routed_id)
    pair = Pair(routed.output, routed.shadow_output)
    owner = RoutedPromptSet.objects.get(organization=routed.organization_id, task_type=routed.task_type)
    annotation = pair_judgements.store(
        pair, owner=owner, grader_id=routed.grader_id, quality=quality, notes=notes, key=key
    )
    (routed.observation,) = QualityObservation.objects.bulk_create(
        [
            QualityObservation(
                organization_id=routed.organization_id,
                task_type=routed.task_type,
                system_id=routed.system_id,
                baseline_id=routed.baseline_id,
                grader_id=routed.grader_id,
                judgement=annotation.judgements.get(),
                output=routed.output,
                simulated=simulated or pair.candidate.simulated or pair.baseline.simulated,
                tags={"routed_prompt": str(routed.pk)},
            )
        ],
        update_conflicts=True,
        unique_fields=["output", "grader_id"],
        update_fields=["judgement", "simulated"],
    )
    routed.shadow, routed.shadow_note = GRADED, None
    routed.save(update_fields=["observation", "shadow", "shadow_note"])
    return routed, annotation
