"""Files are replaced whole, or nothing is left behind."""

import errno
import os

import pytest

from reviews.jobs.replacement import NotReplaced, replace
from reviews.jobs.safe_open import opened_folder
from tests.reviews.jobs.folders import names_in


def replace_in(path, contents):
    with opened_folder(path.parts[1:]) as folder:
        replace(folder, contents)


def fail_at(monkeypatch, function, call, number):
    """From its `call`th call on the function of `os` fails."""
    original, calls = getattr(os, function), []

    def failing(*arguments, **options):
        calls.append(arguments)
        if len(calls) >= call:
            raise OSError(number, "no")
        return original(*arguments, **options)

    monkeypatch.setattr(os, function, failing)


def test_files_can_be_read_by_the_next_stage(tmp_path):
    replace_in(tmp_path, {"a.json": b"1"})

    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o644 & ~_umask()


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


@pytest.mark.parametrize("function, call", [("fsync", 1), ("fsync", 2), ("replace", 1), ("replace", 2)])
def test_error_leaves_nothing_behind(tmp_path, monkeypatch, function, call):
    fail_at(monkeypatch, function, call, errno.ENOSPC)

    with pytest.raises(NotReplaced, match="Nothing was written") as caught:
        replace_in(tmp_path, {"a.json": b"1", "b.json": b"2"})

    assert names_in(tmp_path) == [] and caught.value.name == ("a.json" if call == 1 else "b.json")


def test_file_that_was_there_stays_when_the_first_rename_fails(tmp_path, monkeypatch):
    (tmp_path / "a.json").write_text("old")
    fail_at(monkeypatch, "replace", 1, errno.EIO)

    with pytest.raises(NotReplaced):
        replace_in(tmp_path, {"a.json": b"new"})

    assert names_in(tmp_path) == ["a.json"] and (tmp_path / "a.json").read_text() == "old"


def test_folder_is_not_replaced(tmp_path):
    (tmp_path / "b.json").mkdir()

    with pytest.raises(NotReplaced, match="'b.json' is a link or a folder"):
        replace_in(tmp_path, {"a.json": b"1", "b.json": b"2"})

    assert names_in(tmp_path) == ["b.json"]


def test_reader_never_sees_half_a_file(tmp_path):
    (tmp_path / "a.json").write_bytes(b"old")

    with (tmp_path / "a.json").open("rb") as reader:
        replace_in(tmp_path, {"a.json": b"new"})

        assert reader.read() == b"old"


def test_interruption_leaves_nothing_behind(tmp_path, monkeypatch):
    def interrupted(descriptor):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)

    with pytest.raises(KeyboardInterrupt):
        replace_in(tmp_path, {"a.json": b"1"})

    assert names_in(tmp_path) == []
