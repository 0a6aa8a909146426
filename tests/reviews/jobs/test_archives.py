"""Archives are unpacked whole or refused, and then nothing is left."""

import io
import tarfile
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviews.jobs import archives
from reviews.jobs.archives import unpack
from reviews.jobs.directory import MAX_DEPTH, MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES
from reviews.jobs.errors import JobError
from tests.reviews.jobs import packing
from tests.reviews.jobs.folders import names_in, refused
from tests.reviews.jobs.packing import tar_of, tarred, zipped

KINDS = [("job.zip", zipped), ("job.tar.gz", tarred), ("JOB.TGZ", tarred)]
both = pytest.mark.parametrize("name, packed", KINDS[:2])


@pytest.fixture
def target(tmp_path):
    folder = tmp_path / "target"
    folder.mkdir()
    return folder


def refused_and_empty(target, file, name, field="file"):
    """The message of the refusal, after which neither the target nor the folder around it holds anything."""
    message = refused("directory_invalid", field, unpack, file, name=name, target=target)
    assert names_in(target) == [] and names_in(target.parent) == ["target"]
    return message


@pytest.mark.parametrize("name, packed", KINDS)
def test_single_folder_at_the_top_is_stripped(target, name, packed):
    assert unpack(packed(), name=name, target=target) == "job"

    assert names_in(target) == ["data", "manifest.json"]
    assert (target / "data" / "plot.json").read_text() == "[1]"


@both
def test_files_at_the_top_stay_there(target, name, packed):
    unpack(packed({"manifest.json": "{}", "data/": "", "data/x.json": "1", "empty/": ""}), name=name, target=target)

    assert names_in(target) == ["data", "empty", "manifest.json"]


@both
def test_two_folders_at_the_top_stay(target, name, packed):
    assert unpack(packed({"a/x": "1", "b/x": "2"}), name=name, target=target) == ""

    assert names_in(target) == ["a", "b"]


@both
def test_folder_may_hold_one_of_its_own_name(target, name, packed):
    unpack(packed({"job/job/x": "1", "job/y": "2"}), name=name, target=target)

    assert names_in(target) == ["job", "y"] and names_in(target / "job") == ["x"]


def test_tar_of_the_folder_itself_and_what_desktops_add(target):
    unpack(
        tarred({"./": "", "./job/": "", "./job/manifest.json": "{}", "./__MACOSX/._job": "x", "./.DS_Store": "x"}),
        name="job.tgz",
        target=target,
    )

    assert names_in(target) == ["manifest.json"]


def test_names_that_lead_elsewhere(target):
    for entry in (
        "../evil",
        "a/../../evil",
        "/tmp/evil",
        "a//b",
        "a/./b",
        "a\\..\\b",
        "..",
        "././x",
        "a\nb",
        "x" * 256,
    ):
        for name, packed in KINDS[:2]:
            field = entry.replace("\n", "\\n")[:200]
            message = refused_and_empty(target, packed({"good.json": "", entry: "x"}), name, field)
            assert "plain relative name" in message, (name, entry)
    nul = io.BytesIO(zipped({"good.json": "", "aXb.json": "x"}).getvalue().replace(b"aXb.json", b"a\0b.json"))
    refused_and_empty(target, nul, "job.zip", "a\\x00b.json")


def test_links_devices_and_doubled_names(target):
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE):
        file = tar_of("evil", type=kind, linkname="../../etc/hosts")
        assert "a link, a device" in refused_and_empty(target, file, "job.tar.gz", "evil"), kind
    link = zipped({"evil": "/etc/hosts"}, mode=packing.LINK)
    assert "a link" in refused_and_empty(target, link, "job.zip", "evil")

    assert "occurs twice" in refused_and_empty(target, tar_of("good.json", "again"), "job.tgz", "good.json")
    file = io.BytesIO(zipped({"a.json": "1", "b.json": "2"}).getvalue().replace(b"b.json", b"a.json"))
    assert "occurs twice" in refused_and_empty(target, file, "job.zip", "a.json")


@both
def test_too_many_files(target, name, packed):
    file = packed({f"{number}.json": "" for number in range(MAX_FILES + 1)})

    assert "more than 200 files" in refused_and_empty(target, file, name)


@both
def test_too_many_folders_and_entries(target, name, packed):
    assert "more than 200 folders" in refused_and_empty(target, packed({f"{n}/": "" for n in range(201)}), name)

    many = packed({f"__MACOSX/{number}": "" for number in range(401)})
    assert "more than 400 entries" in refused_and_empty(target, many, name)


@both
def test_depth_counts_below_the_stripped_folder(target, name, packed):
    deep = "/".join("a" * MAX_DEPTH)

    assert "deeper than 8" in refused_and_empty(target, packed({"x.json": "", f"b/{deep}": ""}), name)
    unpack(packed({f"job/{deep}": "", "job/x.json": ""}), name=name, target=target)
    assert names_in(target) == ["a", "x.json"]


@pytest.fixture
def small(monkeypatch):
    """Archives may hold files of 200,000 bytes, and 500,000 bytes in all."""
    assert (MAX_FILE_BYTES, MAX_TOTAL_BYTES) == (20_000_000, 50_000_000)
    monkeypatch.setattr(archives, "MAX_FILE_BYTES", 200_000)
    monkeypatch.setattr(archives, "MAX_TOTAL_BYTES", 500_000)


@both
def test_bombs(target, small, name, packed):
    one = refused_and_empty(target, packed({"zeros": b"\0" * 200_001}), name, "zeros")
    zeros = b"\0" * 166_667
    several = refused_and_empty(target, packed({"a": zeros, "b": zeros, "c": zeros}), name, "c")

    assert "more than 200,000 bytes" in one and "more than 500,000 bytes" in several


@pytest.mark.parametrize("claimed", [1, 100])
def test_zip_that_lies_about_its_sizes(target, small, claimed):
    file = packing.lying(zipped({"zeros": b"\0" * 204_321}), 204_321, claimed)

    refused_and_empty(target, file, "job.zip")


def test_zip_that_claims_more_than_it_has(target):
    file = packing.lying(zipped({"a": b"x" * 4321}, compression=zipfile.ZIP_STORED), 4321, 2_000_000_000)

    refused_and_empty(target, file, "job.zip")


def test_unknown_kind(target):
    for name in ("job.rar", "job.tar", "job", "zip", "job.zip.exe"):
        assert "Valid: .zip, .tar.gz, .tgz" in refused_and_empty(target, zipped(), name), name


@both
def test_what_is_no_archive_or_not_whole(target, name, packed):
    for content in (b"", b"not an archive", b"PK\x05\x06", b"\x1f\x8b\x08\x00"):
        refused_and_empty(target, io.BytesIO(content), name)
    refused_and_empty(target, (tarred if packed is zipped else zipped)(), name)
    assert "The archive is empty" in refused_and_empty(target, packed({"a/": ""}), name)
    assert "a file and a folder" in refused_and_empty(target, packed({"a": "1", "a/b": "2"}), name, "a/b")


@both
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(data=st.data())
def test_damaged_archives_unpack_whole_or_not_at_all(target, name, packed, data):
    content = bytearray(packed({"a.json": "x" * 300, "b/c.json": "y" * 300}).getvalue())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = data.draw(st.integers(0, 255))
    content = content[: data.draw(st.integers(0, len(content)) | st.just(len(content)))]
    archives._empty(target)

    try:
        unpack(io.BytesIO(content), name=name, target=target)
    except JobError as error:
        outcome = [error.category, *names_in(target)]
    else:
        outcome = "".join(path.read_text() for path in target.rglob("*") if path.is_file())

    assert outcome == ["directory_invalid"] or set(outcome) <= {"x", "y"} and len(outcome) == 600


def test_target_must_be_empty(target):
    (target / "kept").write_text("kept")

    with pytest.raises(ValueError, match="empty"):
        unpack(zipped(), name="job.zip", target=target)

    assert names_in(target) == ["kept"]
