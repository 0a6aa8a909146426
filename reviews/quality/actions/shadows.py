"""The shadows of routed prompts: drawn with the prompt, asked once it is answered, graded as the router compares."""

import hashlib

from django.db import transaction
from django.utils.translation import gettext_lazy

from evalhub.lib import reasons
from evalhub.lib.errors import EvalHubError
from evalhub.work.sweep import Sweep
from reviews.engine.actions.reasons import CANCELLED
from reviews.engine.models import RunStage
from reviews.engine.runs.actions import supervisor
from reviews.quality.actions import grading_embeddings, gradings, prompt_requests, routed_cases
from reviews.quality.actions.reasons import (
    BASELINE_ANSWERED,
    GRADER_UNAVAILABLE,
    MODEL_FAILED,
    NOT_SAMPLED,
    NOTHING_TO_COMPARE,
)
from reviews.quality.judges import AnswerPair, grader_of, pair_judges, parts_of
from reviews.quality.models import RoutedPrompt
from reviews.quality.models.routed_prompt import ASKED, DRAWN, FAILED, NO_SHADOW
from reviews.quality.stages import shadow_scores
from reviews.scorers.registry import MODEL
from reviews.scorers.stages import prompt_versions

SHADOWS_PER_SWEEP = 100
JUDGE, EMBEDDING = "shadow_judge", "shadow_embedding"


def is_sampled(key, shadow_rate):
    """Whether the call of this name is one of the share that is shadowed: always the same for the same name."""
    digest = hashlib.sha256(str(key).encode()).digest()
    return int.from_bytes(digest[:8]) < shadow_rate * 2**64


def first_state(*, policy, choice, key):
    """(state, Reason or None) of the shadow of a prompt asked now; the same `key` is drawn or not, always alike."""
    if not policy.shadow_rate:
        return NO_SHADOW, None
    if choice.adapter_id == policy.preferred:
        return NO_SHADOW, BASELINE_ANSWERED()
    if not _can_grade(choice.grader_id, policy.organization_id):
        return NO_SHADOW, GRADER_UNAVAILABLE()
    if not is_sampled(key, policy.shadow_rate):
        return NO_SHADOW, NOT_SAMPLED()
    return DRAWN, None


def _step(shadow):
    """Take a shadow that is due a step further."""
    if shadow.shadow == DRAWN:
        _ask(shadow.pk)
    else:
        related = ("case", "output", "shadow_output", "shadow_run")
        _grade(RoutedPrompt.objects.select_related(*related).get(pk=shadow.pk))


@transaction.atomic
def _ask(pk):
    """Ask the baseline the same, in a run of its own; where a model is to compare the two, that is its second stage."""
    locked = RoutedPrompt.objects.select_for_update(skip_locked=True, of=("self",))
    routed = locked.select_related("organization", "baseline", "request__stage").filter(pk=pk, shadow=DRAWN).first()
    if routed is None:
        return
    if routed.request.state != "done":
        _end(routed, NO_SHADOW, NOTHING_TO_COMPARE())
        return
    run = prompt_requests.open_run(
        organization=routed.organization, name=f"Shadow: {routed.task_type}", by=routed.created_by
    )
    parameters = routed.request.stage.parameters
    routed_cases.ask(run=run, model=routed.baseline.model, case_id=routed.case_id, parameters=parameters)
    kind = _stage_kind(routed.grader_id)
    if kind:
        RunStage.objects.create(
            run=run,
            name=kind,
            kind=kind,
            position=1,
            model=parts_of(routed.grader_id).model,
            prompt_version=parts_of(routed.grader_id).prompt_version or routed.grader_id[:100],
        )
    RoutedPrompt.objects.filter(pk=pk).update(shadow=ASKED, shadow_run=run)
    supervisor.advance(run)


def _grade(routed):
    """Compare the answer with a shadow whose run has ended; what a model compared has been written down by then."""
    failed = routed.shadow_run.requests.current().exclude(state="done").first()
    if failed is not None:
        reason = failed.error_message or CANCELLED()
        _end(routed, FAILED, MODEL_FAILED(model=failed.stage.model, reason=reason))
        return
    if _stage_kind(routed.grader_id):
        _end(routed, FAILED, CANCELLED())
        return
    try:
        parts = parts_of(routed.grader_id)
        pair = AnswerPair(routed.shadow_output.text, routed.output.text)
        found = gradings.scored(gradings.made_judge(judge=parts.key, tool=parts.model), pair, routed.text)
    except EvalHubError as error:
        _end(routed, FAILED, reasons.of(error.message))
        return
    shadow_scores.store(routed.pk, quality=found["value"], notes=found["reason"])


def _end(routed, state, note):
    RoutedPrompt.objects.filter(pk=routed.pk, shadow=routed.shadow).update(shadow=state, shadow_note=note)


def _can_grade(grader_id, organization_id):
    """Whether a judge that can be had here gives scores under this very name."""
    parts = parts_of(grader_id)
    if parts.key not in pair_judges:
        return False
    if MODEL not in pair_judges[parts.key].needs:
        return grader_of(gradings.made_judge(judge=parts.key, tool=parts.model)) == grader_id
    if not parts.prompt_version:
        return False
    try:
        prompt_versions.load(parts.prompt_version, organization_id=organization_id)
    except EvalHubError:
        return False
    return True


def _stage_kind(grader_id):
    """The kind of the stage that compares for this grader, "" where that is done here."""
    parts = parts_of(grader_id)
    if MODEL in pair_judges[parts.key].needs:
        return JUDGE
    return EMBEDDING if grading_embeddings.is_hosted(parts.key, parts.model) else ""


# The answer knows nothing of a shadow that cannot be asked or graded.
SHADOWS = Sweep(
    "shadows",
    title=gettext_lazy("Shadow comparisons"),
    rows=lambda: RoutedPrompt.objects.shadows_due().only("pk", "shadow", "organization_id"),
    work=_step,
    most=SHADOWS_PER_SWEEP,
    in_steps=True,
    give_up=lambda shadow, reason: _end(shadow, FAILED, reason),
)
