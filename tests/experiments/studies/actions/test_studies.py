"""Studies: what is made with one, what is refused, and copies of it."""

import pytest

from annotations.models import Annotator
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from experiments.models import ScoreLane, Study, StudySample
from experiments.studies.actions import scores, studies
from experiments.studies.analysis.summaries import by
from reviews.models import EvaluationRun, RunStage
from tests.experiments.studies_world import MODEL, make_study, make_window, ready, scores_of, stages_of, verdict, work

OTHER = "openai/simulated-other"


def test_a_raw_study_has_its_samples_bundles_and_stages(bob, monkeypatch):
    """The critic of each model is the other one."""
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", "http://127.0.0.1:1")
    study = make_study(bob, texts=3, rubric_models=[MODEL, OTHER], samples_per_model=2, start=False)

    assert study.run.desired_state == "pause" and study.evidence_to == 3
    assert study.dataset_version.row_count == 3
    steps = RunStage.objects.filter(run=study.run).values_list("name", "kind", "position", "lane", "model")
    assert list(steps) == [
        ("rubric_gen", "rubric_gen", 0, 0, MODEL),
        ("rubric_gen", "rubric_gen", 0, 1, OTHER),
        ("rubric_critic", "rubric_critic", 1, 0, OTHER),
        ("rubric_critic", "rubric_critic", 1, 1, MODEL),
        *(("score_gen", "study_score_gen_single", 2, lane, MODEL if lane < 2 else OTHER) for lane in range(4)),
        *(
            (name, name, position, lane, OTHER if lane < 2 else MODEL)
            for position, name in ((3, "critic_answer"), (4, "score_critic"))
            for lane in range(4)
        ),
    ]
    assert AuditEvent.objects.filter(verb="study.created", object_id=str(study.pk)).exists()


def test_samples_of_one_ordinal_share_their_seed(bob):
    study = make_study(bob, rubric_models=[MODEL, OTHER], samples_per_model=2, seed=5)

    seeds = {(sample.model, sample.ordinal): sample.seed for sample in study.samples.all()}
    assert seeds[MODEL, 1] == seeds[OTHER, 1] != seeds[MODEL, 2] == seeds[OTHER, 2]


def test_every_lane_knows_its_sample_and_its_annotator(bob):
    study = make_study(
        bob,
        samples_per_model=2,
        scoring_models=[MODEL, OTHER],
        critic_model="simulated-critic",
        scoring_parameters={"temperature": 0.5},
    )

    lanes = [(lane.sample.ordinal, lane.stage.model) for lane in ScoreLane.objects.order_by("stage__lane")]
    assert lanes == [(1, MODEL), (1, OTHER), (2, MODEL), (2, OTHER)]
    for lane in ScoreLane.objects.all():
        annotator = lane.stage.annotator
        assert (annotator.kind, annotator.model) == ("llm", lane.stage.model)
        assert annotator.parameters["sample_seed"] == lane.sample.seed and annotator.parameters["temperature"] == 0.5
        assert lane.stage.parameters == {"temperature": 0.5}
    assert Annotator.objects.count() == 4
    assert {stage.model for stage in stages_of(study, "score_critic")} == {"simulated-critic"}
    assert {stage.annotator for stage in stages_of(study, "score_critic")} == {None}


def test_views_are_steps_of_their_own(bob):
    study = make_study(bob, evidence_view="abstracted", evidence_model=OTHER, method="subset")

    steps = list(study.run.stages.filter(lane=0).values_list("name", "model"))
    assert steps[:4] == [
        ("evidence_cleaned", OTHER),
        ("evidence_neutralized", OTHER),
        ("evidence_abstracted", OTHER),
        ("rubric_gen", MODEL),
    ]
    assert study.dataset_version is None
    assert stages_of(study, "score_gen")[0].kind == "study_score_gen_subset"


def test_same_settings_have_the_same_annotator(bob):
    for _ in range(2):
        make_study(bob, seed=3)
    make_study(bob, seed=4)
    make_study(bob, seed=3, hide_label_text=True)

    assert Annotator.objects.count() == 3


def test_mistakes_leave_nothing(bob, subtests):
    window = make_window(bob)
    mistakes = [
        ({"rubric_models": []}, "rubric_models is"),
        ({"rubric_models": ["nonsense-model"]}, "no known provider"),
        ({"scoring_models": ["openai/gpt-4o"]}, "Set OPENAI_API_KEY"),
        ({"critic_model": "claude-sonnet-4-5"}, "Set ANTHROPIC_API_KEY"),
        ({"evidence_model": "gemini/gemini-2.5-pro", "evidence_view": "cleaned"}, "Set GEMINI_API_KEY"),
        ({"scoring_parameters": {"api_base": "http://x"}}, "parameters.api_base is unknown"),
        ({"rubric_parameters": {"temperature": 9}}, "parameters.temperature is 9"),
        ({"policy": {"completion_mode": "never"}}, "completion_mode is 'never'"),
        ({"name": "a\nb"}, "The name is"),
        ({"name": " "}, "The name is"),
    ]

    for change, words in mistakes:
        with subtests.test(words), pytest.raises(InvalidInput, match=words):
            make_study(bob, window=window, **change)
    assert not Study.objects.exists() and not EvaluationRun.objects.exists()


def test_a_window_without_evidence_is_refused(bob):
    with pytest.raises(Conflict, match="has no texts yet"):
        make_study(bob, texts=0)


def test_another_organizations_window_does_not_exist(bob, mallory):
    with pytest.raises(NotFound):
        make_study(mallory, window=make_window(bob))


def test_unreadable_bundles_and_taken_names_are_refused(bob):
    window = make_window(bob, texts=["short", "x" * 80_004])
    with pytest.raises(InvalidInput, match="too large: 1, first E2. Valid: about 20000"):
        make_study(bob, window=window)
    assert not StudySample.objects.exists()

    make_study(bob, name="One")
    with pytest.raises(Conflict, match="named 'One' already"):
        make_study(bob, name="One")


def test_a_clone_reads_the_window_as_it_is_now(bob):
    study = make_study(bob, texts=2, seed=8, policy={"max_attempts": 5}, name="One")
    study.window.evidence.create(position=3, raw_content="New.")

    clone = studies.clone(study=study, name="Two", changes={"scale_size": 4}, by=bob.user)

    assert clone.pk != study.pk and clone.window == study.window and clone.run.desired_state == "pause"
    assert clone.settings == study.settings | {"scale_size": 4} and clone.run.rules.max_attempts == 5
    assert (study.dataset_version.row_count, clone.dataset_version.row_count) == (2, 3)
    assert clone.samples.get().seed == study.samples.get().seed


@pytest.mark.parametrize("size", [2, 9])
def test_shortest_and_longest_scale_are_written_and_scored(bob, size):
    study = ready(bob, texts=1, scale_size=size)

    requests = work(scores_of(study), verdict(size))

    assert [request.state for request in requests] == ["done"]
    found = scores.load(study=study)
    assert found.scale_size == size and by(found, "model")["simulated-careful"].linear == (0.0,) * (size - 1) + (1.0,)
