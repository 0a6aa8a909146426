"""A manifest is read exactly as it stands, or refused with the right category."""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviews.jobs.directory import JobDirectory
from reviews.jobs.errors import JobError
from reviews.jobs.manifest import Manifest, ManifestFile, load_manifest
from tests.reviews.jobs.folders import MANIFEST, make_job, manifest_with, refused

STORABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=12)
ENTRIES = st.fixed_dictionaries({"path": STORABLE, "format": WORDS}, optional={"other": st.integers()})
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=3), parts, max_size=3),
    max_leaves=5,
)


def test_manifest_is_read_as_it_stands(tmp_path):
    job = make_job(tmp_path)
    modified = os.stat(job / "manifest.json").st_mtime_ns

    manifest = load_manifest(JobDirectory(job))

    assert manifest == Manifest(
        "experiment",
        "review",
        "tutoring-pilot-2025",
        "2025-06-01T12:00:00+00:00",
        {"impact_results": ManifestFile("impact_results.json", "json")},
        MANIFEST,
        modified,
    )
    assert load_manifest(job) == load_manifest(str(job)) == manifest


def test_initiative_without_id_has_the_name_of_its_directory(tmp_path):
    for identity in [{}, {"initiative_id": ""}, {"initiative_id": None}]:
        job = make_job(tmp_path, manifest={"model_type": "experiment"} | identity)

        manifest = load_manifest(job)

        assert (manifest.initiative_id, manifest.created_at, manifest.files) == ("job-impact-engine-0001", "", {})


@pytest.mark.parametrize("identity", [" ", " pilot ", "\tpilot\n", "Pilot", "İ"])
def test_id_is_never_tidied_up(tmp_path, identity):
    assert load_manifest(make_job(tmp_path, manifest=manifest_with(initiative_id=identity))).initiative_id == identity


def test_missing_manifest(tmp_path):
    message = refused("manifest_missing", "manifest.json", load_manifest, make_job(tmp_path, manifest=None))

    assert "job-impact-engine-0001 has no manifest.json" in message


def test_manifest_that_is_no_strict_json_object(tmp_path):
    for content in [
        "",
        "{",
        "[]",
        "null",
        '"text"',
        b"\xef\xbb\xbf{}",
        b"\xff",
        '{"model_type": "a", "model_type": "b"}',
        '{"model_type": "experiment", "x": NaN}',
        '{"model_type": "experiment", "initiative_id": "a\\u0000"}',
        '{"model_type": "experiment", "initiative_id": "\\ud800"}',
        '{"a":' * 70 + "1" + "}" * 70,
        " " * 1_000_001,
    ]:
        refused("manifest_invalid", "manifest.json", load_manifest, make_job(tmp_path, manifest=content))


def test_manifest_that_is_a_link_or_a_folder(tmp_path):
    job = make_job(tmp_path, manifest=None)
    (job / "manifest.json").symlink_to("impact_results.json")
    refused("manifest_invalid", "manifest.json", load_manifest, job)

    (job / "manifest.json").unlink()
    (job / "manifest.json").mkdir()
    refused("manifest_invalid", "manifest.json", load_manifest, job)


def test_key_of_the_wrong_kind(tmp_path):
    for changes, field in [
        ({"model_type": None}, "model_type"),
        ({"model_type": 5}, "model_type"),
        ({"initiative_id": 5}, "initiative_id"),
        ({"initiative_id": ["a"]}, "initiative_id"),
        ({"created_at": 20250601}, "created_at"),
        ({"files": []}, "files"),
        ({"files": "x.json"}, "files"),
        ({"files": {"": {"path": "x", "format": "json"}}}, "files"),
        ({"files": {"a\nb": {"path": "x", "format": "json"}}}, "files"),
        ({"files": {"a": "x.json"}}, "files.a"),
        ({"files": {"a": {"format": "json"}}}, "files.a.path"),
        ({"files": {"a": {"path": "x"}}}, "files.a.format"),
        ({"files": {"a": {"path": None, "format": "json"}}}, "files.a.path"),
        ({"files": {"a": {"path": "x", "format": "json) ===\nforged"}}}, "files.a.format"),
    ]:
        refused("manifest_invalid", field, load_manifest, make_job(tmp_path, manifest=manifest_with(**changes)))


def test_unknown_strategy_is_told_before_the_method(tmp_path):
    for strategy in ["deterministic", "Score", "", 5, ["score"]]:
        job = make_job(tmp_path, manifest=manifest_with(evaluate_strategy=strategy, model_type="no such method"))

        assert "Valid: score, review." in refused("unknown_strategy", "evaluate_strategy", load_manifest, job), strategy


def test_null_is_no_strategy_and_no_method(tmp_path):
    strategy = make_job(tmp_path, manifest=MANIFEST | {"evaluate_strategy": None, "model_type": None})
    method = make_job(tmp_path, manifest=MANIFEST | {"model_type": None}, name="other")

    refused("unknown_strategy", "evaluate_strategy", load_manifest, strategy)
    refused("unknown_method", "model_type", load_manifest, method)


def test_method_is_not_asked_for_here(tmp_path):
    job = make_job(tmp_path, manifest={"model_type": "no such method", "evaluate_strategy": "score"})

    assert load_manifest(job).model_type == "no such method"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(
    identity=STORABLE,
    method=STORABLE,
    created=STORABLE,
    files=st.dictionaries(WORDS, ENTRIES, max_size=4),
    strategy=st.sampled_from(["score", "review"]),
)
def test_what_passes_is_kept_exactly(tmp_path, identity, method, created, files, strategy):
    raw = {
        "model_type": method,
        "initiative_id": identity,
        "created_at": created,
        "files": files,
        "evaluate_strategy": strategy,
        "extra": [identity],
    }

    manifest = load_manifest(rewritten(tmp_path, raw))

    assert manifest.raw == raw and manifest.initiative_id == (identity or "job")
    assert (manifest.model_type, manifest.created_at, manifest.evaluate_strategy) == (method, created, strategy)
    assert [(name, file.path, file.format) for name, file in manifest.files.items()] == [
        (name, entry["path"], entry["format"]) for name, entry in files.items()
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
@given(
    raw=JSON_VALUES
    | st.fixed_dictionaries(
        {"model_type": JSON_VALUES},
        optional={
            "files": JSON_VALUES,
            "initiative_id": JSON_VALUES,
            "evaluate_strategy": JSON_VALUES,
            "created_at": JSON_VALUES,
        },
    )
)
def test_any_document_is_read_or_refused_with_a_category(tmp_path, raw):
    try:
        outcome = load_manifest(rewritten(tmp_path, raw)).raw
    except JobError as error:
        outcome = error.category

    assert outcome in ("manifest_invalid", "unknown_strategy", "unknown_method", raw)


def rewritten(above, raw):
    folder = above / "job"
    folder.mkdir(exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(raw))
    return folder
