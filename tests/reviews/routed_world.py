"""Prompts that were sent to whichever model the router takes, and workers for them."""

from dataclasses import replace

from reviews.quality.actions import routed_prompts, routing, shadows
from tests.reviews.machine import finish, outcome_of
from tests.reviews.quality_world import record, set_up

BASELINE, PICK = "simulated-careful", "simulated-hasty"
OBSERVED = 20  # observations that show the PICK to be good enough


def set_policy(member, *, grader="exact_match", rate=1.0, **fields):
    """The cheap PICK is taken, compared by `grader`; the baseline is preferred."""
    set_up(member, PICK)
    record(member, *[{"adapter_id": PICK, "grader_id": grader, "quality_score": 0.9}] * OBSERVED)
    return routing.set_policy(
        organization=member.organization,
        by=member.user,
        **{"task_type": "summary", "preferred": BASELINE, "quality_floor": 0.5, "shadow_rate": rate} | fields,
    )


def ask(member, prompt="What is 2 plus 2?", **more):
    return routed_prompts.ask(
        organization=member.organization, task_type="summary", prompt=prompt, by=member.user, **more
    )


def work(routed):
    """All that workers do for a routed prompt and its shadow."""
    for _ in range(6):
        for run in filter(None, (routed.run, routed.shadow_run)):
            finish(run)
        shadows.SHADOWS.round()
        routed.refresh_from_db()
        if routed.shadow not in ("drawn", "asked"):
            break
    return routed


def saying(text, **fields):
    """What comes back from a model that answers with this text."""
    return replace(outcome_of({}), text=text, parsed=None, parsed_from="", **fields)
