"""A job directory is evaluated from Python: same flow for score and review, files only on success."""

import json
from dataclasses import replace

import pytest
from django.core.management import call_command

from annotations.models import Annotation, Evidence, Judgement
from datasets.models import DatasetVersion
from evalhub import invariants
from reviews.evaluate import Evaluate
from reviews.jobs.actions.evaluation import _go_on
from reviews.jobs.errors import JobError
from reviews.models import Critique, Job
from tests.reviews.jobs_directories import KEYS, RESULTS, make_directory, review_of, reviewing, written
from tests.reviews.machine import failing, outcome_of, play

SCORED = {"evaluate_strategy": "score", "initiative_id": "tutoring-pilot-2025"}


def evaluate(member, path, *, models=("simulated-careful",), cost_to_scale=None, config=None):
    doer = Evaluate(config, organization=member.organization, models=list(models), by=member.user)
    return doer.execute(str(path), cost_to_scale=cost_to_scale)


def test_score_is_drawn_by_name_and_needs_no_database(tmp_path):
    path = make_directory(tmp_path, manifest=SCORED)

    result = Evaluate().execute(str(path))

    assert list(result) == KEYS
    assert result["confidence"] == 0.9179691639533828
    assert [result[key] for key in KEYS[2:6]] == [100.0, 15.0, 10.0, 5.0]
    assert set(written(path)) == {"evaluate_result.json", "score_result.json"}
    assert written(path)["evaluate_result.json"]["report"] == "Confidence drawn uniformly between 0.85 and 1.00"
    assert Evaluate().execute(path, cost_to_scale=0.0)["cost"] == 0.0  # as given, though it is zero


@pytest.mark.django_db
def test_review_becomes_an_annotation_and_files_and_changed_content_another_item(bob, tmp_path, monkeypatch):
    asked = []

    def say(call):
        asked.append(call)
        return reviewing(score=0.8, overall=0.75)(call)

    play(monkeypatch, say)
    path = make_directory(tmp_path)
    config = {"backend": {"model": "simulated-careful", "temperature": 0.25, "max_tokens": 999, "top_p": 0.5}}

    result = evaluate(bob, path, config=config)

    assert dict(asked[0].parameters) == {"temperature": 0.25, "top_p": 0.5} and asked[0].max_tokens == 999
    assert list(result) == KEYS and result["confidence"] == 0.75 and result["sample_size"] == 50
    assert result["initiative_id"] == "job-impact-engine-1"
    files = written(path)
    assert set(files) == {"evaluate_result.json", "review_result.json"}
    assert list(files["evaluate_result.json"]) == [
        "initiative_id",
        "confidence",
        "confidence_range",
        "strategy",
        "report",
        "simulated",
    ]
    assert files["evaluate_result.json"]["report"] == files["review_result.json"]
    assert files["review_result.json"]["overall_score"] == 0.75 and len(files["review_result.json"]["dimensions"]) == 5
    annotation = Annotation.objects.get()
    assert annotation.origin == "llm" and annotation.judgements.count() == 6
    assert Evidence.objects.filter(match="exact", field="input.balance").count() == 5
    assert Critique.objects.get().annotation == annotation
    assert invariants.broken() == []

    assert evaluate(bob, path, config=config, cost_to_scale=7.0) == result | {"cost": 7.0}

    assert len(asked) == 3  # one review, its critic alone, and its critic beside the review
    assert Job.objects.count() == 2 and Annotation.objects.count() == 1
    assert DatasetVersion.objects.get().row_count == 1
    assert written(path)["review_result.json"]["raw_response"]

    (path / "balance.md").write_text("Half of the treated units left the study.")
    evaluate(bob, path, config=config)

    newest, older, oldest = Job.objects.order_by("-created_at")
    assert newest.item_id != older.item_id == oldest.item_id and newest.method_task == oldest.method_task
    assert DatasetVersion.objects.get().row_count == 2 and Judgement.objects.count() == 12
    assert invariants.broken() == []


@pytest.mark.django_db
def test_panel_counts_as_one_and_shows_its_spread(bob, tmp_path, monkeypatch):
    def say(call):
        return reviewing(overall=0.9 if call.model.endswith("careful") else 0.5)(call)

    play(monkeypatch, say)
    path = make_directory(tmp_path)

    result = evaluate(bob, path, models=["simulated-careful", "simulated-hasty"])

    job = Job.objects.get()
    assert result["confidence"] == pytest.approx(0.7) and job.spread == pytest.approx(0.4)
    review = written(path)["review_result.json"]
    assert review["model"] == "simulated-careful, simulated-hasty"
    assert [member["overall_score"] for member in review["panel"]] == [0.9, 0.5]
    assert "simulated-hasty: On" in review["dimensions"][0]["justification"]


@pytest.mark.django_db
def test_member_that_fails_leaves_the_others(bob, tmp_path, monkeypatch):
    def say(call):
        if call.model.endswith("hasty"):
            return failing("fatal", "refused", "It will not.")(call)
        return reviewing(overall=0.6)(call)

    play(monkeypatch, say)
    path = make_directory(tmp_path)

    result = evaluate(bob, path, models=["simulated-careful", "simulated-hasty"])

    assert result["confidence"] == 0.6 and "panel" not in written(path)["review_result.json"]


@pytest.mark.django_db
def test_answers_that_do_not_fit_are_tried_again_and_then_fail(bob, tmp_path, monkeypatch):
    asked, wrong = [], [{"overall": 1.2}, {"overall": float("nan")}, {"dimensions": []}]

    def say(call):
        asked.append(call)
        return outcome_of({**review_of(call), **wrong[len(asked) - 1]})

    play(monkeypatch, say)
    delay = "reviews.engine.client.backoff.next_delay"
    monkeypatch.setattr(delay, lambda attempts, *_args, **_kw: 0 if attempts < 3 else None)
    path = make_directory(tmp_path)

    with pytest.raises(JobError) as raised:
        evaluate(bob, path)

    assert raised.value.category == "llm_output_invalid" and "lacks" in raised.value.message
    assert len(asked) == 3 and written(path) == {}
    assert Job.objects.get().error_category == "llm_output_invalid"


@pytest.mark.django_db
def test_model_that_cannot_be_asked_is_refused_and_nothing_written(bob, tmp_path, settings, no_keys):
    path = make_directory(tmp_path)
    for models, critic, words in [
        (["openai/gpt-4o"], "", "Set OPENAI_API_KEY"),
        (["nonsense-model"], "", "no known provider"),
        (["simulated-careful"], "claude-sonnet-4-5", "Set ANTHROPIC_API_KEY"),
    ]:
        settings.CRITIC_MODEL = critic

        with pytest.raises(JobError, match=words) as raised:
            evaluate(bob, path, models=models)

        assert raised.value.category == "llm_failed" and written(path) == {}, models
        assert not Job.objects.exists() and not Annotation.objects.exists()


@pytest.mark.django_db
def test_key_that_is_gone_ends_the_wait(bob, tmp_path, no_keys):
    no_keys.setenv("OPENAI_API_KEY", "a-key")
    path = make_directory(tmp_path)
    no_keys.setattr(
        "reviews.jobs.actions.evaluation._go_on", lambda job: _go_on(no_keys.delenv("OPENAI_API_KEY", False) or job)
    )

    with pytest.raises(JobError) as raised:
        evaluate(bob, path, models=["openai/gpt-4o"])

    assert raised.value.category == "llm_failed" and "OPENAI_API_KEY" in raised.value.message and written(path) == {}


@pytest.mark.django_db
def test_simulated_review_says_so_wherever_it_is_written(bob, tmp_path, monkeypatch, api_of, capsys):
    play(monkeypatch, reviewing())
    path = make_directory(tmp_path)

    call_command("evaluate", str(path), "--model", "simulated-careful", "--organization", bob.organization.slug)

    files, (out, err) = written(path), capsys.readouterr()
    assert files["review_result.json"]["simulated"] is files["evaluate_result.json"]["simulated"] is True
    assert files["evaluate_result.json"]["report"]["simulated"] is True
    assert '"simulated": true' in err and list(json.loads(out)) == KEYS
    job = api_of(bob).get(f"/v1/reviews/jobs/{Job.objects.get().pk}").json()
    assert job["simulated"] is job["panel"][0]["simulated"] is job["review_result"]["simulated"] is True


@pytest.mark.django_db
def test_answer_of_a_real_model_is_not_called_simulated_whoever_reads_it(bob, tmp_path, no_keys, api_of, capsys):
    no_keys.setenv("OPENAI_API_KEY", "a-key")
    play(no_keys, reviewing())
    path = make_directory(tmp_path)

    call_command("evaluate", str(path), "--model", "openai/gpt-4o", "--organization", bob.organization.slug)

    no_keys.delenv("OPENAI_API_KEY")
    assert "simulated" not in f"{written(path)} {capsys.readouterr().err}"
    job = api_of(bob).get(f"/v1/reviews/jobs/{Job.objects.get().pk}").json()
    assert job["simulated"] is job["panel"][0]["simulated"] is False


@pytest.mark.django_db
def test_simulated_answer_is_never_reused_for_a_real_model(bob, tmp_path, no_keys):
    """An operator's address that leads to the simulation: its answers are marked, and are no answers of the model."""
    no_keys.setenv("OPENAI_API_KEY", "a-key")
    path, is_simulated = make_directory(tmp_path), [True, True]
    play(
        no_keys,
        lambda call: (
            replace(reviewing(overall=0.3)(call), simulated=True) if is_simulated else reviewing(overall=0.8)(call)
        ),
    )
    simulated = evaluate(bob, path, models=["openai/gpt-4o"])
    assert written(path)["review_result.json"]["simulated"] is True
    is_simulated.clear()

    real = evaluate(bob, path, models=["openai/gpt-4o"])

    assert (simulated["confidence"], real["confidence"]) == (0.3, 0.8)
    assert "simulated" not in written(path)["review_result.json"]
    assert list(Job.objects.order_by("created_at").values_list("simulated", flat=True)) == [True, False]


def test_without_an_organization_a_review_says_what_to_set(db, tmp_path):
    with pytest.raises(JobError, match="EVALHUB_JOB_ORGANIZATION"):
        Evaluate().execute(make_directory(tmp_path, results=RESULTS))
