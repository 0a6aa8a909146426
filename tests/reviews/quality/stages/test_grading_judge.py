"""The judge of pairs sees the baseline first, the swapped one the candidate; both read scores from 0 to 1 only."""

import pytest

from reviews.engine.client.exchange import OK, Outcome
from reviews.engine.stages import registry
from reviews.models import GradingRun
from tests.reviews.engine.stages.requests import standing
from tests.reviews.gradings_world import make_grading

pytestmark = pytest.mark.django_db


STAGES = ("grading_judge", "grading_judge_swapped")
READ = {'{"quality_score": 0.5, "notes": "Half."}': "ok", '{"quality_score": 2}': "unreadable", "Good.": "unreadable"}


@pytest.fixture
def candidate(bob):
    """A candidate's output beside the baseline's."""
    grading = make_grading(bob, rows=1, scores=(None, None), judge="llm_judge", judge_model="simulated-careful")
    return grading.outputs([2]).get()


@pytest.mark.parametrize("stage", STAGES)
def test_pair_is_shown_in_order_and_only_scores_from_0_to_1_are_read(candidate, stage):
    grading = GradingRun.objects.get()

    prepared = registry[stage].prepare(
        [standing(target=candidate.pk, run_id=grading.run_id, prompt_version="llm_judge.v1")]
    )[1]

    shown = prepared.call.messages[1]["content"]
    baseline = grading.outputs([0]).get()
    assert (shown.index(baseline.text) < shown.index(candidate.text)) is (stage == "grading_judge")
    assert {text: prepared.read(Outcome(OK, text=text)).status for text in READ} == READ


@pytest.mark.parametrize("stage", STAGES)
def test_targets_are_pairs_of_the_lanes_candidate(candidate, stage):
    run = GradingRun.objects.get().run_id

    assert registry[stage].targets(standing(target=0, run_id=run, lane=1).stage, limit=5) == [(candidate.pk, None)]
