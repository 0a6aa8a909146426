"""Rubric studies over the client: created, listed, cloned, cancelled and waited for."""

import pytest
from evalhub_client import Conflict, InvalidRequest, TimedOut, waiting

from tests.experiments.studies_world import MODEL, make_study, make_window

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]
SETTINGS = {"rubric_models": [MODEL], "scale_size": 3}


def test_a_study_is_created_cloned_and_cancelled(client_of, bob):
    boss, window = client_of(bob), make_window(bob, texts=3)

    first = boss.studies.create("Spring", str(window.pk), SETTINGS)
    second = boss.studies.clone(first, "Spring again", settings={"scale_size": 4})
    ended = boss.studies.wait(boss.studies.set_state(second, "cancel"))

    assert [study["name"] for study in boss.studies.list(limit=1)] == ["Spring again", "Spring"]
    assert (first["run"]["desired_state"], second["settings"]["scale_size"]) == ("pause", 4)
    assert ended["run"]["status"] == "cancelled" and boss.studies.get(first)["evidence_count"] == 3
    with pytest.raises(InvalidRequest):
        boss.studies.create("Other", str(window.pk), {"colour": "red"})
    with pytest.raises(Conflict):
        boss.studies.set_state(second, "run")


def test_a_study_that_goes_on_is_told(client_of, bob, monkeypatch):
    study = make_study(bob, start=False)
    monkeypatch.setattr(waiting, "sleep", lambda seconds: None)

    with pytest.raises(TimedOut, match="The study is still"):
        client_of(bob).studies.wait(str(study.pk), timeout=0)
