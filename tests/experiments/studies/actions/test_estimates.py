"""What a study will ask, counted before it is made, is what its run asks."""

from collections import Counter

import pytest

from evalhub.lib.errors import Conflict, InvalidInput
from experiments.models import Study
from experiments.studies.actions import estimates, evidence
from reviews.models import EvaluationRun
from tests.experiments.studies_world import MODEL, make_study, make_window

pytestmark = pytest.mark.django_db
OTHER = "openai/gpt-4o-mini"


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


def counted(found):
    counts = Counter()
    for step in found.steps:
        counts[step.name] += step.requests
    return dict(counts)


def test_requests_are_counted_by_step(bob):
    window = make_window(bob, texts=5)
    settings = {"rubric_models": [MODEL, OTHER], "scoring_models": [MODEL], "samples_per_model": 3}
    found = estimates.estimate(window=window, settings=settings | {"evidence_bundle_size": 2})
    scores = 2 * 3 * 1 * 3  # rubric models, samples of each, scorers, groups
    assert counted(found) == {
        "rubric_gen": 6,
        "rubric_critic": 6,
        "study_score_gen_single": scores,
        "critic_answer": scores,
        "score_critic": scores,
    }
    assert found.requests == 12 + 3 * scores

    settings = {"rubric_models": [MODEL], "scoring_models": [MODEL, OTHER], "evidence_view": "neutralized"}
    window = make_window(bob, texts=2)
    found = estimates.estimate(window=window, settings=settings)
    study = make_study(bob, window=window, **settings)
    made = set(study.run.stages.values_list("kind", "model"))
    assert {(step.name, step.model) for step in found.steps} == made


def test_views_length_and_simulation_change_the_price(bob):
    window = make_window(bob, texts=2)
    evidence.add_all(window=window, rows=[{"raw_content": "A raid.", "cleaned_content": "Raid."}], by=bob.user)
    found = estimates.estimate(window=window, settings={"rubric_models": [MODEL], "evidence_view": "neutralized"})
    assert counted(found)["evidence_cleaned"] == 2 and counted(found)["evidence_neutralized"] == 3

    settings = {"rubric_models": [OTHER], "critic_model": OTHER}
    short, long = make_window(bob, texts=["x" * 400]), make_window(bob, texts=["x" * 40_000])
    costs = [estimates.estimate(window=window, settings=settings).cost_usd for window in (short, long)]
    assert 0 < costs[0] < costs[1]
    simulated = estimates.estimate(window=short, settings={"rubric_models": [MODEL], "critic_model": MODEL})
    assert simulated.simulated and simulated.cost_usd is None
    assert not Study.objects.exists() and not EvaluationRun.objects.exists()

    window = make_window(bob, texts=1)
    with pytest.raises(InvalidInput):
        estimates.estimate(window=window, settings={"rubric_models": [MODEL], "scale_size": 1})
    with pytest.raises(Conflict):
        estimates.estimate(window=make_window(bob, texts=0), settings={"rubric_models": [MODEL]})
