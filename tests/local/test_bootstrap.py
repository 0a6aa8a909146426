"""Which environment is made, and when."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evalhub.local import bootstrap
from evalhub.local.errors import LocalError
from evalhub.local.instance import is_held
from evalhub.local.paths import Home
from evalhub.local.servers.postgres_files import RELOCATED, settle
from tests.services import new_folder


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout whose installer only notes the lock it was given."""
    installed = []
    locks = {"runtime": tmp_path / "requirements.lock", "dev": tmp_path / "requirements-dev.lock"}
    for name, path in locks.items():
        path.write_text(name)
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "LOCKS", locks)
    monkeypatch.setattr(bootstrap, "BOOT", tmp_path / ".boot")
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "stamp.json")
    monkeypatch.setattr(bootstrap, "_install", lambda lock, new_home: installed.append(lock.name))
    return installed


def test_environments_in_step_are_left_alone_and_never_cut_back(checkout):
    bootstrap.ensure("runtime")
    bootstrap.ensure("runtime")
    assert checkout == ["requirements.lock"]

    bootstrap.ensure("runtime")
    bootstrap.ensure("dev")
    bootstrap.ensure("runtime")
    assert checkout == ["requirements.lock", "requirements-dev.lock"]


def test_an_environment_that_lost_packages_is_made_from_the_start(checkout, monkeypatch):
    site = bootstrap.VENV / "lib" / "python3.11" / "site-packages"

    def install(lock, new_home):
        checkout.append(sorted(path.name for path in bootstrap.VENV.glob("*")))
        for package in ("django", "numpy"):
            (site / package).mkdir(parents=True, exist_ok=True)
        bootstrap.PYTHON.parent.mkdir(exist_ok=True)
        bootstrap.PYTHON.touch()

    monkeypatch.setattr(bootstrap, "_install", install)
    bootstrap.ensure("runtime")
    (site / "installed_by_hand").mkdir()
    bootstrap.ensure("runtime")
    (site / "numpy").rmdir()

    bootstrap.ensure("runtime")
    bootstrap.ensure("runtime")

    assert checkout == [["bin"], []]


def test_a_changed_lock_renews_all_that_was_there(checkout):
    bootstrap.ensure("dev")
    bootstrap.LOCKS["runtime"].write_text("changed")

    bootstrap.ensure("runtime")

    assert checkout == ["requirements-dev.lock", "requirements-dev.lock"]


def test_an_installation_cut_short_is_done_again(checkout, monkeypatch):
    def fail(lock, new_home):
        raise KeyboardInterrupt

    bootstrap.ensure("runtime")
    bootstrap.LOCKS["runtime"].write_text("changed")
    with monkeypatch.context() as patch:
        patch.setattr(bootstrap, "_install", fail)
        pytest.raises(KeyboardInterrupt, bootstrap.ensure, "runtime")

    bootstrap.ensure("runtime")

    assert checkout == ["requirements.lock", "requirements.lock"]
    assert json.loads(bootstrap.STAMP.read_text())["python"] == "{}.{}".format(*sys.version_info)


def test_a_home_that_holds_no_cache_is_done_without(monkeypatch):
    tried = []
    monkeypatch.setattr(bootstrap, "_runs", lambda command, environment: tried.append(environment) or len(tried) == 2)

    assert bootstrap._install_with_uv(["uv"], None, bootstrap.LOCKS["runtime"], None)
    assert ["UV_NO_CACHE" in environment for environment in tried] == ["UV_NO_CACHE" in os.environ, True]


def test_the_database_of_a_new_home_is_initialised_while_packages_are_installed(monkeypatch, tmp_path):
    home = Home(new_folder())
    commands = []

    def runs(command, environment):
        commands.append([Path(word).name for word in command if word[0] != "-"][:3])
        return True

    monkeypatch.setattr(bootstrap, "BOOT", tmp_path)
    monkeypatch.setattr(bootstrap, "_runs", runs)
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    try:
        bootstrap._install_with_uv(["uv"], None, bootstrap.LOCKS["runtime"], home.path)
        data = settle(home).data

        assert (data / "PG_VERSION").exists()
        assert not is_held(home)
    finally:
        shutil.rmtree(home.path)
        shutil.rmtree(RELOCATED / home.key(), ignore_errors=True)
    assert commands == [["uv", "pip", "install"], ["uv", "pip", "sync"]]
    assert (tmp_path / "database.lock").read_text().count("==") == 1


def test_without_pip_and_uv_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "BOOT", tmp_path)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: None)

    assert bootstrap.uv_command(None) is None
    with pytest.raises(LocalError, match="has no pip, and there is no uv. .* apt-get install python3-venv"):
        bootstrap._install_with_pip(None, bootstrap.LOCKS["runtime"])


@pytest.mark.skipif(not importlib.util.find_spec("ensurepip"), reason="This Python has no ensurepip either.")
def test_where_python_has_no_pip_the_wheel_that_comes_with_it_is_run():
    python = [bootstrap.BASE, "-S"]  # sees no installed package
    found = subprocess.run([*python, "-c", bootstrap._FIND_PIP], capture_output=True, text=True).stdout.splitlines()

    answer = subprocess.run([*python, *found, "--version"], capture_output=True, text=True)

    assert found[0].endswith("whl/pip")
    assert answer.stdout.startswith("pip ")


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "evalhub/local/requirements-uv.lock"])
def test_locks_are_hashed_and_name_no_host(name):
    text = (bootstrap.ROOT / name).read_text()

    pins = [line for line in text.splitlines() if line[:1].isalnum()]

    assert pins
    assert all("==" in line and line.endswith("\\") for line in pins)
    assert text.count("--hash=sha256:") >= len(pins)
    assert "://" not in text
