"""A method reviewer finds its files beside its module."""

import json

import pytest

from reviews.jobs.errors import JobError
from reviews.jobs.manifest import load_manifest
from reviews.jobs.methods.base import MethodReviewer
from reviews.jobs.methods.prompt import parse_prompt
from reviews.jobs.methods.texts import MethodInUse
from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.registry.scorer import Asking
from tests.reviews.jobs.methods.cases import YAML, answered, make_engine, make_payload


class Elsewhere(MethodReviewer):
    name = "trial"
    prompt_name = "trial_review"


def make_reviewer(folder, **attributes):
    return type("Reviewer", (Elsewhere,), {"prompt_dir": folder, "knowledge_dir": folder, **attributes})()


def test_files_lie_beside_the_module():
    reviewer = Elsewhere()

    assert reviewer.prompt_dir.parent.name == "methods" and reviewer.prompt_dir.name == "prompts"
    assert reviewer.knowledge_dir.name == "knowledge"


def test_prompt_and_knowledge_are_read(tmp_path):
    (tmp_path / "trial_review.yaml").write_text(YAML)
    (tmp_path / "design.md").write_text("Chance decides.")
    reviewer = make_reviewer(tmp_path)

    assert reviewer.prompt().dimensions == ("balance", "precision")
    assert reviewer.prompt_text() == YAML
    assert reviewer.knowledge() == "Chance decides."


def test_newest_version_is_in_use_and_older_ones_have_names(tmp_path):
    for stem, version in [("trial_review", "1"), ("trial_review.v10", "10"), ("trial_review.v9", "9"), ("other", "7")]:
        (tmp_path / f"{stem}.yaml").write_text(YAML.replace('"1.2"', f'"{version}"'))
    reviewer = make_reviewer(tmp_path)

    found = {name: reviewer.parsed(text).version for name, text in reviewer.shipped_prompts().items()}

    assert reviewer.prompt().version == "10"
    assert found == {
        "other": "7",
        "other.v1": "7",
        "trial_review": "10",
        "trial_review.v10": "10",
        "trial_review.v9": "9",
        "trial_review.v1": "1",
    }


def test_missing_prompt_is_named(tmp_path):
    with pytest.raises(JobError, match=r"'trial' has no prompt trial_review\.yaml") as refused:
        make_reviewer(tmp_path).prompt()

    assert refused.value.category == "config_invalid" and refused.value.field == "prompt"


def test_artifact_is_what_the_manifest_names(tmp_path):
    manifest = {"model_type": "trial", "files": {"results": {"path": "impact_results.json", "format": "json"}}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "impact_results.json").write_text('{"sample_size": 812}')

    payload = Elsewhere().load_artifact(tmp_path, load_manifest(tmp_path))

    assert payload.artifact_text == '=== results (json) ===\n{"sample_size": 812}'
    assert payload.sample_size == 812


TEXTS = MethodInUse(parse_prompt(YAML, is_shipped=True), "Look at the counts.", ref="", is_shipped=True)


def test_it_is_a_scorer_that_answers_its_dimensions():
    reviewer = Elsewhere.made(Asking("m", version="method-review-2", max_tokens=900))

    call = reviewer.prepare(make_payload(), TEXTS)
    found = reviewer.read(answered(make_engine(), make_payload()), make_payload(), TEXTS)

    assert (call.model, call.max_tokens, call.timeout_seconds) == ("m", 900, 300.0)
    assert call.messages == make_engine().prepare(make_payload(), model="m").messages
    assert found.values == {
        "balance": AnswerReading(0.7, "About balance.", ("10.0",)),
        "precision": AnswerReading(0.5, "About precision.", ("10.0",)),
        "overall": AnswerReading(0.6, ""),
    }


def test_older_versions_and_other_jobs_are_told_apart():
    versions = [Elsewhere.made(Asking("m", version=version)).version for version in ("", "method-review-2")]
    assert versions == ["method-review-3", "method-review-2"]

    reviewer = Elsewhere.made(Asking("m", version="method-review-2"))
    found = reviewer.read(answered(make_engine(), make_payload()), make_payload("other"), TEXTS)
    assert (found.status, found.error_class, found.values) == ("unreadable", "wrong_case", {})
