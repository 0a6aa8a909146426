"""Job directories are read and written without a way out of them."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviews.jobs import directory as module
from reviews.jobs.directory import MAX_DEPTH, MAX_FILES, Entry, JobDirectory
from reviews.jobs.errors import FileMissing, JobError
from tests.reviews.jobs.folders import make_job, names_in, refused


def test_directory_has_a_path_and_a_name(tmp_path):
    job = make_job(tmp_path)

    directory = JobDirectory(f"{job}/../{job.name}/")

    assert (directory.path, directory.name) == (job, "job-impact-engine-0001")
    assert JobDirectory.of(directory) is directory and JobDirectory.of(str(job)).path == job


def test_files_are_read_exactly(tmp_path):
    directory = JobDirectory(make_job(tmp_path, **{"notes.md": b"\xef\xbb\xbfa\r\n\xff"}))

    assert directory.read("notes.md") == b"\xef\xbb\xbfa\r\n\xff"


def test_what_is_no_directory_is_refused(tmp_path):
    for place in ["nowhere", "job/missing", "file"]:
        (tmp_path / "file").write_text("")

        refused("directory_invalid", "job_dir", JobDirectory, tmp_path / place)


def test_what_is_no_path_of_a_directory_is_refused():
    for path in ["/", "", "a\0b", "\udcff", None, 5]:
        refused("directory_invalid", "job_dir", JobDirectory, path)


def test_links_on_the_way_to_the_directory_are_refused(tmp_path):
    make_job(tmp_path, name="real")
    (tmp_path / "linked").symlink_to("real")
    (tmp_path / "above").symlink_to(tmp_path)

    assert "a link" in refused("directory_invalid", "job_dir", JobDirectory, tmp_path / "linked")
    assert "a link" in refused("directory_invalid", "job_dir", JobDirectory, tmp_path / "above" / "real")


def test_directory_that_was_replaced_is_refused(tmp_path):
    job = make_job(tmp_path)
    directory = JobDirectory(job)
    job.rename(tmp_path / "old")
    make_job(tmp_path)

    assert "replaced by another directory" in refused("directory_invalid", "job_dir", directory.read, "manifest.json")


def test_missing_files_are_told_apart(tmp_path):
    directory = JobDirectory(make_job(tmp_path))

    with pytest.raises(FileMissing):
        directory.read("data/plot.json")
    assert not directory.has("data/plot.json") and directory.has("manifest.json")


def test_links_are_never_read_though_they_are_there(tmp_path):
    job = make_job(tmp_path)
    (tmp_path / "secret").write_text("secret")
    (job / "out.json").symlink_to(tmp_path / "secret")
    (job / "dangling.json").symlink_to("nowhere")
    (job / "up").symlink_to(tmp_path)
    directory = JobDirectory(job)

    for name in ("out.json", "dangling.json", "up/secret"):
        assert "a link" in refused("artifact_invalid", name, directory.read, name)
    assert directory.has("dangling.json")
    refused("artifact_invalid", "up/secret", directory.has, "up/secret")


def test_names_that_leave_the_directory_are_refused(tmp_path):
    for name in ["../secret", "/etc/hosts", "a/../../secret", "data//x", ""]:
        (tmp_path / "secret").write_text("secret")
        directory = JobDirectory(make_job(tmp_path))

        refused("artifact_invalid", name, directory.read, name)
        refused("artifact_invalid", name, directory.has, name)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(name=st.lists(st.sampled_from(["..", ".", "", "up", "data", "secret", "a.json"]), max_size=5).map("/".join))
def test_no_name_reaches_what_lies_outside(tmp_path, name):
    job = tmp_path / "job"
    if not job.exists():
        make_job(tmp_path, name="job", **{"a.json": "inside"})
        (tmp_path / "secret").write_text("outside")
        (job / "up").symlink_to(tmp_path)
        (job / "data").mkdir()
        (job / "data" / "secret").symlink_to("../../secret")

    try:
        content = JobDirectory(job).read(name)
    except JobError:
        return

    assert content == b"inside"


def test_large_files_are_refused_while_they_are_read(tmp_path, monkeypatch):
    job = make_job(tmp_path)
    with (job / "large.json").open("wb") as file:
        file.truncate(module.MAX_FILE_BYTES + 1)

    message = refused("artifact_invalid", "large.json", JobDirectory(job).read, "large.json")

    assert "20,000,000 bytes" in message


def test_tree_lists_everything_and_what_is_never_read(tmp_path):
    job = make_job(tmp_path)
    (job / "data").mkdir()
    (job / "data" / "plot.json").write_text("12345")
    (job / "linked").symlink_to("data")
    os.mkfifo(job / "pipe")
    (job / os.fsdecode(b"\xff.md")).write_text("")

    tree = JobDirectory(job).tree()

    assert tree[0] == Entry("data", 0, True) and tree[1] == Entry("data/plot.json", 5, False)
    assert [entry.path for entry in tree if entry.problem] == ["linked", "pipe"]
    assert tree[-1].path == "\\udcff.md"


def test_tree_of_too_many_files_is_refused(tmp_path):
    job = make_job(tmp_path)
    for number in range(MAX_FILES - 1):
        (job / f"{number}.md").touch()

    assert "more than 200" in refused("directory_invalid", "job_dir", JobDirectory(job).tree)


def test_tree_that_is_too_deep_is_refused(tmp_path):
    job = make_job(tmp_path)
    job.joinpath(*"a" * (MAX_DEPTH + 1)).mkdir(parents=True)

    assert "deeper than 8" in refused("directory_invalid", "/".join("a" * MAX_DEPTH), JobDirectory(job).tree)


def test_files_are_written_and_replaced_whole(tmp_path):
    job = make_job(tmp_path, **{"review_result.json": "old and longer"})

    JobDirectory(job).write({"review_result.json": "new", "evaluate_result.json": "größer"})

    assert (job / "review_result.json").read_text() == "new"
    assert (job / "evaluate_result.json").read_bytes() == "größer".encode()
    assert names_in(job) == ["evaluate_result.json", "impact_results.json", "manifest.json", "review_result.json"]


def test_files_are_written_into_the_directory_only(tmp_path):
    for name in ["data/x.json", "../x.json", "/tmp/x.json", ""]:
        job = make_job(tmp_path)

        refused("directory_invalid", name, JobDirectory(job).write, {"good.json": "", name: "text"})

        assert names_in(job) == ["impact_results.json", "manifest.json"] and names_in(tmp_path) == [job.name], name


def test_nothing_is_written_below_the_directory(tmp_path):
    job = make_job(tmp_path)
    (job / "data").mkdir()

    assert "subfolders" in refused("directory_invalid", "data/x.json", JobDirectory(job).write, {"data/x.json": ""})


def test_nothing_is_written_beside_a_link(tmp_path):
    job = make_job(tmp_path)
    (tmp_path / "target").write_text("kept")
    (job / "evaluate_result.json").symlink_to(tmp_path / "target")

    refused(
        "directory_invalid",
        "evaluate_result.json",
        JobDirectory(job).write,
        {"review_result.json": "x", "evaluate_result.json": "x"},
    )

    assert (tmp_path / "target").read_text() == "kept"
    assert names_in(job) == ["evaluate_result.json", "impact_results.json", "manifest.json"]
