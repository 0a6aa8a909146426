"""A job directory reviewed in process: a Python without database writes the files that the product writes."""

import json
import os
import subprocess
import sys

import pytest
from django.core.management import call_command

from evalhub.local.paths import ROOT
from reviews.engine.client.completion import complete
from reviews.engine.client.exchange import LLMCall
from reviews.evaluate import Evaluate
from reviews.jobs.errors import JobError
from reviews.models import Job
from tests.demo.provider.provider import running
from tests.reviews.jobs_directories import make_directory, written

PANEL = ["simulated-careful", "simulated-hasty"]
SCORED = {"evaluate_strategy": "score", "initiative_id": "tutoring-pilot-2025"}
SCRIPT = """
import json, sys
from reviews.evaluate import Evaluate
evaluate = Evaluate({"backend": {"model": "simulated-careful"}})
result = [evaluate.execute(sys.argv[1]) for _ in range(2)][1]
loaded = {name for name in ("psycopg", "celery", "reviews.models", "evalhub.settings") if name in sys.modules}
print(json.dumps([result, evaluate.simulated, sorted(loaded)]))
"""


@pytest.fixture(scope="module")
def provider():
    """Asked once before the first test: the client's first call takes seconds, longer than a transaction may idle."""
    with running() as started, pytest.MonkeyPatch.context() as patch:
        patch.setenv("EVALHUB_SIMULATED_URL", started.url)
        complete(LLMCall("simulated-careful", ({"role": "user", "content": "Hello"},)))
        yield started


@pytest.fixture
def at_once(monkeypatch):
    """A try that failed is followed by the next one without a wait, up to the third."""
    delay = "reviews.engine.client.backoff.next_delay"
    monkeypatch.setattr(delay, lambda attempts, *_args, **_kw: 0 if attempts < 3 else None)


def fresh(provider, *words):
    """A new Python that knows of no database, no broker and no Django project."""
    environment = {"PATH": os.environ["PATH"], "EVALHUB_SIMULATED_URL": provider.url}
    return subprocess.run(
        [sys.executable, *map(str, words)], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100
    )


def in_process(path, *models, config=None):
    return Evaluate(config, models=list(models) or None, in_process=True).execute(path)


def without_time(value):
    """JSON in which every timestamp is gone."""
    if isinstance(value, dict):
        return {name: without_time(each) for name, each in value.items() if name != "timestamp"}
    return [without_time(each) for each in value] if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("models", [PANEL[:1], PANEL], ids=["one", "panel"])
def test_files_are_those_of_a_stored_review(bob, provider, tmp_path, models):
    provider.fail()
    here, there = make_directory(tmp_path / "here"), make_directory(tmp_path / "there")

    chosen = [word for model in models for word in ("--model", model)]
    done = fresh(provider, "-m", "reviews.evaluate", here, *chosen)
    stored = Evaluate(organization=bob.organization, models=models, by=bob.user).execute(there)

    assert (done.returncode, json.loads(done.stdout)) == (0, stored)
    assert '"simulated": true' in done.stderr
    ours, theirs = written(here), written(there)
    assert without_time(ours) == without_time(theirs)
    for name, content in ours.items():
        assert list(content) == list(theirs[name])
    assert ours["review_result.json"]["simulated"] is True
    assert ours["review_result.json"]["timestamp"].endswith("+00:00")
    assert sorted(file.name for file in here.iterdir()) == sorted(file.name for file in there.iterdir())


@pytest.mark.slow
def test_python_needs_no_database_and_no_settings(provider, tmp_path):
    provider.fail()
    path = make_directory(tmp_path)

    done = fresh(provider, "-c", SCRIPT, path)

    assert done.returncode == 0, done.stderr
    result, simulated, loaded = json.loads(done.stdout)
    assert simulated and loaded == []
    assert result["confidence"] == written(path)["review_result.json"]["overall_score"]


def test_score_is_the_same_in_a_fresh_process(provider, tmp_path):
    path = make_directory(tmp_path, manifest=SCORED)

    done = fresh(provider, "-m", "reviews.evaluate", path, "--cost-to-scale", "7")

    assert json.loads(done.stdout)["confidence"] == 0.9179691639533828 and json.loads(done.stdout)["cost"] == 7.0
    assert set(written(path)) == {"evaluate_result.json", "score_result.json"}


def test_error_is_a_category_and_exit_1(provider, tmp_path):
    done = fresh(provider, "-m", "reviews.evaluate", make_directory(tmp_path, manifest=False))

    assert (done.returncode, done.stdout) == (1, "") and done.stderr.startswith("manifest_missing: ")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("models", "config", "error"),
    [
        (["openai/gpt-4o"], None, ("llm_failed", "models")),
        (["nonsense-model"], None, ("llm_failed", "models")),
        (PANEL[:1], {"backend": {"colour": "red"}}, ("config_invalid", "backend")),
        (PANEL[:1], {"methods": {"experiment": {"prompt": "v9"}}}, ("config_invalid", "methods.experiment.prompt")),
    ],
)
def test_refusals_are_those_of_a_stored_review(bob, tmp_path, no_keys, models, config, error):
    path, refused = make_directory(tmp_path), []
    for place in ({"in_process": True}, {"organization": bob.organization}):
        with pytest.raises(JobError) as raised:
            Evaluate(config, models=models, **place).execute(path)
        refused.append((raised.value.category, raised.value.field, raised.value.message))

    assert refused[0] == refused[1] and refused[0][:2] == error
    assert written(path) == {} and not Job.objects.exists()


def test_answer_that_cannot_be_read_is_asked_for_again(provider, tmp_path, at_once):
    provider.fail({"wrong_case": True, "times": 2})
    path = make_directory(tmp_path)

    in_process(path, "simulated-careful")

    assert provider.log()["requests"] == 3
    assert "000000000000" not in written(path)["review_result.json"]["raw_response"]


def test_answers_that_never_fit_fail_and_nothing_is_written(provider, tmp_path, at_once):
    provider.fail({"wrong_case": True, "times": None})
    path = make_directory(tmp_path)

    with pytest.raises(JobError, match="reference") as raised:
        in_process(path, "simulated-careful")

    assert raised.value.category == "llm_output_invalid" and raised.value.field == "models"
    assert provider.log()["requests"] == 3 and written(path) == {}


def test_member_that_fails_leaves_the_others(provider, tmp_path, at_once):
    provider.fail({"refuse": True, "match": "hasty", "times": None})
    path = make_directory(tmp_path)

    result = in_process(path, *PANEL)

    review = written(path)["review_result.json"]
    assert review["model"] == "simulated-careful" and "panel" not in review
    assert result["confidence"] == review["overall_score"]


def test_provider_that_fails_for_good_is_a_reason(provider, tmp_path, at_once):
    provider.fail({"refuse": True, "times": None})
    path = make_directory(tmp_path)

    with pytest.raises(JobError) as raised:
        in_process(path, "simulated-careful")

    assert raised.value.category == "llm_failed" and raised.value.message.startswith("simulated-careful: ")
    assert written(path) == {}


def test_command_knows_the_option(provider, tmp_path, capsys):
    provider.fail()
    path = make_directory(tmp_path)

    call_command("evaluate", str(path), "--model", "simulated-careful", "--in-process")

    out, err = capsys.readouterr()
    assert json.loads(out)["confidence"] == written(path)["review_result.json"]["overall_score"]
    assert '"simulated": true' in err


def test_refusal_as_one_too_many_uses_up_no_attempt(provider, tmp_path, monkeypatch):
    monkeypatch.setattr("reviews.engine.client.backoff.next_delay", lambda *_args, **_kw: 0)
    provider.fail({"status": 429, "times": 5})
    path = make_directory(tmp_path)

    in_process(path, "simulated-careful")

    assert provider.log()["by_status"] == {"429": 5, "200": 1}
