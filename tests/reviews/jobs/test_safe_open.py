"""Nothing is opened through a link, and no descriptor is left open."""

import contextlib
import os
import socket
import stat
from pathlib import Path

import pytest

from reviews.jobs.safe_open import NotOpened, NotThere, kind_problem, opened_file, opened_folder


def test_folder_and_file_below_are_opened(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "plot.json").write_text("{}")

    with opened_folder(tmp_path.parts[1:]) as folder, opened_file(("data", "plot.json"), folder) as file:
        assert os.read(file, 10) == b"{}"


def test_link_in_the_middle_is_not_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "plot.json").write_text("{}")
    (tmp_path / "linked").symlink_to("real")

    with opened_folder(tmp_path.parts[1:]) as folder, pytest.raises(NotOpened, match="'linked': a link"):
        with opened_file(("linked", "plot.json"), folder):
            pass


def test_what_does_not_exist_is_told_apart(tmp_path):
    with opened_folder(tmp_path.parts[1:]) as folder, pytest.raises(NotThere, match="'plot.json' does not exist"):
        with opened_file(("plot.json",), folder):
            pass


def test_pipe_is_refused_without_waiting_for_a_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    with opened_folder(tmp_path.parts[1:]) as folder, pytest.raises(NotOpened, match="not a regular file"):
        with opened_file(("pipe",), folder):
            pass


def test_socket_and_folder_are_no_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a socket's whole path is short
    (tmp_path / "folder").mkdir()

    with socket.socket(socket.AF_UNIX) as listener, opened_folder(tmp_path.parts[1:]) as folder:
        listener.bind("socket")
        for name in ("socket", "folder"):
            with pytest.raises(NotOpened), opened_file((name,), folder):
                pass


def held(path):
    """How many descriptors of this process lead to the path, above it or below;other threads have others."""
    found = []
    for descriptor in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.append(Path(os.readlink(f"/proc/self/fd/{descriptor}")))
    return sum(each in path.parents or each.is_relative_to(path) for each in found)


def test_descriptors_are_closed(tmp_path):
    (tmp_path / "plot.json").write_text("{}")
    before = held(tmp_path)
    with opened_folder(tmp_path.parts[1:]):
        assert held(tmp_path) > before

    for name in ("plot.json", "missing.json"):
        try:
            with opened_folder(tmp_path.parts[1:]) as folder, opened_file((name,), folder):
                pass
        except NotThere:
            pass

    assert held(tmp_path) == before


def test_kinds_have_words():
    for mode, words in [
        (stat.S_IFREG, ""),
        (stat.S_IFDIR, ""),
        (stat.S_IFLNK, "a link"),
        (stat.S_IFCHR, "neither"),
        (stat.S_IFIFO, "neither"),
    ]:
        assert kind_problem(mode).startswith(words) and bool(kind_problem(mode)) == bool(words), (mode, words)
