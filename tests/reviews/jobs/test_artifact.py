"""What a reviewer reads: the manifest's files in order, and nothing from outside."""

import hashlib

from reviews.jobs import artifact as module
from reviews.jobs.artifact import ArtifactFile, load_artifact
from reviews.jobs.directory import MAX_FILES
from reviews.jobs.manifest import load_manifest
from tests.reviews.jobs.folders import make_job, manifest_with, refused


def job_with(above, files, **contents):
    """A job whose manifest names these files: {name: (path, format)}."""
    entries = {name: {"path": path, "format": form} for name, (path, form) in files.items()}
    return make_job(above, manifest=manifest_with(files=entries), **contents)


def load(job):
    return load_artifact(job, load_manifest(job))


def test_files_stand_under_headings_in_the_manifest_s_order(tmp_path):
    job = job_with(
        tmp_path,
        {"notes": ("z.md", "markdown"), "gone": ("gone.csv", "csv"), "data": ("a.csv", "csv")},
        **{"z.md": "# Größe\r\n", "a.csv": "x,y"},
    )

    payload = load(job)

    assert payload.artifact_text == "=== notes (markdown) ===\n# Größe\r\n\n\n=== data (csv) ===\nx,y"
    assert (payload.initiative_id, payload.model_type, payload.sample_size) == ("tutoring-pilot-2025", "experiment", 0)
    assert payload.files[2] == ArtifactFile("data", "a.csv", "csv", "x,y", 3, hashlib.sha256(b"x,y").hexdigest())
    assert payload.files[1] == ArtifactFile("gone", "gone.csv", "csv", missing=True)


def test_all_files_missing_make_an_empty_artifact(tmp_path):
    payload = load(job_with(tmp_path, {"a": ("a.json", "json"), "b": ("sub/b.json", "json")}))

    assert payload.artifact_text == "" and all(file.missing for file in payload.files)


def test_sample_size_is_the_first_that_is_not_0(tmp_path):
    for first, second, size in [
        ('{"sample_size": 0}', '{"sample_size": 812}', 812),
        ('{"sample_size": 7.9}', '{"sample_size": 812}', 7),
        ("no json", '{"sample_size": "812"}', 812),
        ('[{"sample_size": 5}]', "{}", 0),
        ('{"sample_size": "many"}', '{"sample_size": null}', 0),
    ]:
        files = {"text": ("t.json", "text"), "a": ("a.json", "json"), "b": ("b.json", "json")}
        job = job_with(tmp_path, files, **{"t.json": '{"sample_size": 3}', "a.json": first, "b.json": second})

        assert load(job).sample_size == size, (first, second, size)


def test_digest_follows_names_formats_and_contents(tmp_path):
    usual = {"a": ("x.md", "md"), "b": ("y.md", "md")}
    digests = [
        load(job_with(tmp_path / str(number), files, **contents)).content_sha256
        for number, (files, contents) in enumerate(
            [
                (usual, {"x.md": "1", "y.md": "2"}),
                ({"a": ("other.md", "md"), "b": ("y.md", "md")}, {"other.md": "1", "y.md": "2"}),
                (usual, {"x.md": "12", "y.md": ""}),
                (usual, {"x.md": "1"}),
                ({"a": ("x.md", "md"), "c": ("y.md", "md")}, {"x.md": "1", "y.md": "2"}),
                ({"b": ("y.md", "md"), "a": ("x.md", "md")}, {"x.md": "1", "y.md": "2"}),
            ]
        )
    ]

    assert digests[0] == digests[1] and len(set(digests[1:])) == 5


def test_path_that_leaves_the_directory(tmp_path):
    for path in ["../secret", "/etc/hosts", "a/../../secret", "./notes.md", "", "notes\\md"]:
        (tmp_path / "secret").write_text("secret")

        refused("artifact_invalid", "files.a", load, job_with(tmp_path, {"a": (path, "json")}))


def test_file_that_is_a_link(tmp_path):
    (tmp_path / "secret").write_text("secret")
    job = job_with(tmp_path, {"a": ("a.json", "json"), "b": ("up/secret", "json")})
    (job / "a.json").symlink_to(tmp_path / "secret")

    assert "a link" in refused("artifact_invalid", "files.a", load, job)

    (job / "a.json").unlink()
    (job / "up").symlink_to(tmp_path)
    assert "a link" in refused("artifact_invalid", "files.b", load, job)


def test_file_that_is_no_text(tmp_path):
    for content, words in [(b"ab\xff", "not UTF-8 text: byte 3"), (b"a\0b", "NUL")]:
        job = job_with(tmp_path, {"a": ("a.bin", "binary")}, **{"a.bin": content})

        assert words in refused("artifact_invalid", "files.a", load, job), (content, words)


def test_files_that_are_too_large_together(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_TOTAL_BYTES", 10)
    job = job_with(tmp_path, {"a": ("a.md", "md"), "b": ("a.md", "md")}, **{"a.md": "123456"})

    assert "more than 10 bytes together" in refused("artifact_invalid", "files.b", load, job)


def test_too_many_files(tmp_path):
    job = job_with(tmp_path, {f"n{number}": ("a.md", "md") for number in range(MAX_FILES + 1)})

    assert "names 201 files" in refused("artifact_invalid", "files", load, job)


def test_review_without_files(tmp_path):
    refused("manifest_invalid", "files", load, job_with(tmp_path, {}))
