"""Studies over the API: made by the rules of the page, started, paused, cancelled."""

import pytest

from experiments.models import Study
from tests.experiments.studies_world import MODEL, make_study, make_window

pytestmark = pytest.mark.django_db
STUDIES = "/v1/studies"


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


@pytest.fixture
def body(bob):
    settings = {"rubric_models": [MODEL], "scale_size": 3, "seed": 7}
    return {"name": "Press", "evidence_set_id": str(make_window(bob, texts=2).pk), "settings": settings}


def test_study_is_made_paused_and_then_started(api, body):
    made = api.post(STUDIES, body | {"policy": {"budget_usd": "1.50"}})
    way = f"{STUDIES}/{made.json()['study_id']}"
    assert made.status_code == 201
    study = made.json()
    assert (study["evidence_set_id"], study["evidence_count"]) == (body["evidence_set_id"], 2)
    assert (study["settings"]["seed"], study["settings"]["method"]) == (7, "single")
    assert study["run"]["desired_state"] == "pause" and study["run"]["policy"]["budget_usd"] == "1.50"
    assert study["run"]["owner_id"] == study["study_id"]

    states = [api.patch(way, {"desired_state": state}).json()["run"]["desired_state"] for state in ("run", "pause")]

    assert states == ["run", "pause"]
    assert api.patch(way, {"desired_state": "cancel"}).json()["run"]["status"] == "cancelled"
    assert api.patch(way, {"desired_state": "run"}).json()["error"]["code"] == "cancelled"


def test_study_may_start_at_once(api, body):
    assert api.post(STUDIES, body | {"start": True}).json()["run"]["desired_state"] == "run"


def test_settings_are_those_of_the_page(api, body, bob):
    def refused(**changes):
        return api.post(STUDIES, body | {"settings": body["settings"] | changes}).json()["error"]["code"]

    assert refused(scale_size=1) == "invalid_settings"
    assert refused(rubric_models=[]) == "invalid_settings"
    assert refused(method=["single"]) == "invalid_settings"
    assert refused(colour="red") == "unknown_setting"
    assert refused(rubric_parameters={"temperature": "hot"}) == "invalid_parameter"
    assert refused(samples_per_model=100, scoring_models=[f"x/{n}" for n in range(6)]) == "study_too_large"
    for changes, code in [
        ({"policy": {"budget_usd": -1}}, "invalid_policy"),
        ({"policy": {"speed": 1}}, "unknown_policy"),
        ({"name": "a\nb"}, "invalid_text"),
        ({"settings": []}, "invalid_input"),
        ({"start": "yes"}, "invalid_input"),
        ({"evidence_set_id": "x"}, "invalid_input"),
        ({"evidence_set_id": str(make_window(bob, texts=0).pk)}, "no_evidence"),
    ]:
        assert api.post(STUDIES, body | changes).json()["error"]["code"] == code, changes
    assert not Study.objects.exists()


def test_repeated_request_makes_one_study(api, body):
    first, again = [api.post(STUDIES, body, idempotency_key="k") for _ in range(2)]

    assert first.json() == again.json()
    assert api.post(STUDIES, body).json()["error"]["code"] == "name_taken"
    assert Study.objects.count() == 1


def test_clone_has_the_settings_but_for_changes(api, body):
    made = api.post(STUDIES, body).json()

    clone = api.post(f"{STUDIES}/{made['study_id']}/clone", {"name": "Again", "settings": {"seed": 8}})

    assert clone.status_code == 201
    assert clone.json()["settings"] == made["settings"] | {"seed": 8}
    assert clone.json()["evidence_set_id"] == made["evidence_set_id"]


def test_list_is_filtered_and_takes_as_many_statements_for_many(api, bob, body, django_assert_max_num_queries):
    window = make_window(bob)
    for number in range(6):
        make_study(bob, window=window, name=f"Study number {number}")
    api.post(STUDIES, body)

    with django_assert_max_num_queries(9):
        found = api.get(f"{STUDIES}?limit=50").json()["studies"]

    assert [len(found), found[0]["name"]] == [7, "Press"]
    assert api.get(f"{STUDIES}?evidence_set={window.pk}&name=NUMBER 3").json()["total"] == 1
    assert api.get(f"{STUDIES}?status=completed").json()["total"] == 0
    assert api.get(f"{STUDIES}?status=done").status_code == 400


def test_others_read_or_find_nothing(api_of, vera, mallory, bob, body):
    study = make_study(bob)

    assert api_of(vera).get(f"{STUDIES}/{study.pk}").status_code == 200
    assert api_of(vera).post(STUDIES, body).status_code == 403
    assert api_of(vera).patch(f"{STUDIES}/{study.pk}", {"desired_state": "cancel"}).status_code == 403
    assert api_of(mallory).get(f"{STUDIES}/{study.pk}").status_code == 404
    assert api_of(mallory).post(STUDIES, body).status_code == 404


def test_estimate_makes_nothing(api, body, api_of, mallory):
    asked = {name: body[name] for name in ("evidence_set_id", "settings")}

    found = api.post(f"{STUDIES}/estimate", asked).json()

    assert found["requests"] == sum(step["requests"] for step in found["steps"]) == 2 + 3 * 2
    assert found["simulated"] and found["cost_usd"] is None
    assert api_of(mallory).post(f"{STUDIES}/estimate", asked).status_code == 404
    bad = asked | {"settings": {"rubric_models": []}}
    assert api.post(f"{STUDIES}/estimate", bad).json()["error"]["code"] == "invalid_settings"
    assert not Study.objects.exists()
