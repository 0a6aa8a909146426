"""What the pages of quality show: two graders, a policy, prompts with their shadows, calibrations in every state."""

from evalhub.lib.reasons import TEXT
from reviews.quality.actions import routing
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading, make_observation, make_routed_prompt

EMBEDDED = "embedding_similarity:lexical"


def make_quality(bob):
    """All of it in the organization of this admin; the grading."""
    for number in range(12):
        for model, cost in (("openai/gpt-4o-mini", "0.001"), ("openai/gpt-4o", "0.01")):
            make_observation(
                bob, adapter_id=model, cost_usd=cost, quality_score=0.7 + number % 3 / 10, grader_id=EMBEDDED
            )
            make_observation(bob, adapter_id=model, cost_usd=cost, quality_score=number % 2)
    routing.set_policy(
        organization=bob.organization,
        task_type="support",
        preferred="openai/gpt-4o",
        quality_floor=0.6,
        grader=EMBEDDED,
        shadow_rate=0.2,
        by=bob.user,
    )
    graded = make_routed_prompt(bob, prompt="May I return what I bought a month ago? " * 4)
    shadow = make_routed_prompt(bob).run
    type(graded).objects.filter(pk=graded.pk).update(
        shadow="graded", shadow_run=shadow, observation=make_observation(bob, quality_score=0.82)
    )
    make_routed_prompt(bob, shadow="failed", shadow_note=TEXT("openai/gpt-4o: The provider refused."))
    make_routed_prompt(bob, shadow="drawn")
    grading = make_grading(bob, judge="llm_judge", judge_model="simulated-careful", grader=JUDGE)
    make_calibration(bob, grading=grading)
    why = TEXT("openai/text-embedding-3-small has no key.")
    make_calibration(bob, state="failed", last_error=why, grading=grading)
    make_calibration(bob, state="waiting", last_error=TEXT("Slow down."), grading=grading)
    return grading
