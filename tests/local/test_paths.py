"""Folders of one installation."""

import tempfile

import pytest

from evalhub.local.errors import LocalError
from evalhub.local.paths import LONGEST_SOCKET_FOLDER, Home, home_path, make_socket_folder, socket_path


def test_the_socket_folder_is_short_whatever_the_temp_folder_is(home, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/" + "deep/" * 30)

    assert len(str(socket_path(home))) <= LONGEST_SOCKET_FOLDER


def test_a_link_in_place_of_the_socket_folder_is_refused(home, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    socket_path(home).symlink_to(elsewhere)

    with pytest.raises(LocalError, match="is not a folder of this user"):
        make_socket_folder(home)


def test_homes_do_not_share_sockets(tmp_path):
    assert socket_path(Home(tmp_path / "one")) != socket_path(Home(tmp_path / "two"))


def test_the_home_can_be_chosen(monkeypatch):
    monkeypatch.setenv("EVALHUB_HOME", "~/somewhere")

    assert home_path().is_absolute()
    assert home_path().name == "somewhere"
