"""A method reviewer finds its files beside its module."""

import json

import pytest

from reviews.jobs.errors import JobError
from reviews.jobs.manifest import load_manifest
from reviews.jobs.methods.base import MethodReviewer
from tests.reviews.jobs.methods.cases import YAML


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
