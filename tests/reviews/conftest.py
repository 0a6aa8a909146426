"""What tests of reviews share: changes that wake no worker, and rows that a module makes once."""

import copy

import pytest

from tests.reviews import machine


@pytest.fixture
def no_broker(monkeypatch):
    """Changes of runs wake no worker: none listens."""
    from reviews.engine.tasks import request_due
    from reviews.quality.tasks import quality_due

    for task in (request_due, quality_due):
        monkeypatch.setattr(task, "delay_on_commit", lambda: None)


@pytest.fixture
def openai_key(monkeypatch):
    """OpenAI's own models may be chosen; nothing is asked with this key."""
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")


@pytest.fixture
def no_keys(monkeypatch):
    """No provider has a key or an address, but for simulated models."""
    for name in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.delenv(f"{name}_API_BASE", raising=False)
    return monkeypatch


@pytest.fixture(scope="module")
def kept_world(request, module_db):
    """What `world()` of the module makes, in a transaction around those of its tests; see tests.reviews.kept."""
    return request.module.world()


@pytest.fixture
def own_world(request, kept_world, db):
    """Copied as a whole, so that its parts go on to refer to each other."""
    marker = request.node.get_closest_marker("django_db")
    is_transactional = "transactional_db" in request.fixturenames or marker and marker.kwargs.get("transaction")
    assert not is_transactional, "This test would empty the tables of its module's world."
    return copy.deepcopy(kept_world)


@pytest.fixture
def alone(run):
    """Only what the test makes is due: nothing of the run of the module."""
    run.requests.all().delete()
    type(run).objects.filter(pk=run.pk).update(desired_state="cancel", status="cancelled")


@pytest.fixture
def model(monkeypatch):
    """model(stand_in) puts `stand_in` in the place of the language model; see tests.reviews.machine."""

    def play(stand_in):
        machine.play(monkeypatch, stand_in)
        return stand_in

    return play
