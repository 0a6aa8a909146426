"""What a start prepares, and what it need not prepare again."""

from types import SimpleNamespace

import pytest

from evalhub.local import preparation
from evalhub.local.errors import LocalError
from evalhub.local.preparation import Preparation


class Services:
    """Our own database with so many migrations applied, or one of DATABASE_URL."""

    def __init__(self, applied="", database_url=""):
        self.applied = applied
        self.database_url = database_url
        self.has_own_database = not database_url
        self.scripts = []

    def applied_migrations(self):
        return self.applied if self.has_own_database else ""

    def run_script(self, path):
        self.scripts.append(path.name)
        self.applied = "34|34"


@pytest.fixture
def prepare(home, monkeypatch):
    """prepare(services, …) runs all steps and returns the Django commands it took."""

    def run(services, *, failing=None, with_demo=True):
        commands = []
        answers = {"first_admin": "https://evalhub.example/join/once/\n"}

        def django(self, *words):
            commands.append(" ".join(words))
            if words[0] == failing:
                raise LocalError(f"{failing} failed")
            if words[0] == "migrate":
                services.applied = "34|34"
            return SimpleNamespace(written=lambda: "ada@demo.example  password\n")

        monkeypatch.setattr(Preparation, "_django", django)
        monkeypatch.setattr(Preparation, "_answer", lambda self, *words: answers[words[0]])
        monkeypatch.setattr(Preparation, "_begin_static", lambda self: None)
        supervisor = SimpleNamespace(home=home, services=services)
        prepared = Preparation(supervisor=supervisor, application=None, say=lambda text: None)
        if prepared.run(with_demo=with_demo):
            prepared.load_demo()
        return SimpleNamespace(commands=commands, ways_in=prepared.ways_in())

    return run


def test_starts_prepare_once_and_migrate_what_was_left_and_migrations_run_when_their_files_have_changed(
    prepare, monkeypatch
):
    services = Services()
    first = prepare(services)
    second = prepare(services)
    assert services.scripts == ["schema.sql"]
    assert first.commands == ["demo"]
    assert second.commands == []
    assert first.ways_in == second.ways_in == "ada@demo.example  password"
    services = Services()
    prepare(services)
    services.applied = "12|12"
    assert prepare(services).commands == ["migrate --noinput"]

    services = Services()
    prepare(services)
    monkeypatch.setattr(preparation, "migration_fingerprint", lambda: "changed")
    assert prepare(services).commands == ["migrate --noinput"]
    new = Services()
    assert prepare(new).commands[0] == "migrate --noinput" and not new.scripts


def test_a_demo_load_cut_short_is_run_again(prepare):
    services = Services()
    with pytest.raises(LocalError):
        prepare(services, failing="demo")

    assert prepare(services).commands == ["demo"]


def test_first_admins_get_a_link_where_there_is_no_demo(prepare):
    result = prepare(Services(database_url="postgresql://db/new"))
    assert result.commands == ["migrate --noinput"]
    assert result.ways_in == "https://evalhub.example/join/once/"

    result = prepare(Services(), with_demo=False)
    assert result.commands == []
    assert result.ways_in == "https://evalhub.example/join/once/"


def test_static_files_are_gathered_again_when_one_changes(home, tmp_path, monkeypatch):
    style = tmp_path / "static" / "style.css"
    style.parent.mkdir()
    style.write_text("a")
    monkeypatch.setattr(preparation, "ROOT", tmp_path)
    supervisor = SimpleNamespace(home=home, services=Services())
    prepared = Preparation(supervisor=supervisor, application=None, say=lambda text: None)

    before = prepared._static_fingerprint()
    style.write_text("longer")

    assert prepared._static_fingerprint() != before
