"""The API of quality: gradings, observations, where a task goes, calibrations."""

import pytest

from reviews.models import GradingRun, LLMAttempt
from reviews.quality.actions import routing
from tests import factories
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading, make_observation
from tests.reviews.quality_world import let_all_be_called, set_up
from tests.statements import at_most

pytestmark = pytest.mark.usefixtures("no_broker")
URL = "/v1/quality"
LISTS = ("gradings", "observations", "calibrations")
UNKNOWN = "00000000-0000-7000-8000-000000000000"


@pytest.fixture
def version(bob):
    return factories.make_version(factories.make_dataset(bob.organization), rows=3)


def body(version, **fields):
    return {
        "name": "Cheaper?",
        "dataset_version_id": str(version.pk),
        "task_type": "support",
        "judge": "exact_match",
        "baseline_model": "simulated-careful",
        "candidate_models": ["simulated-hasty"],
    } | fields


def test_grading_is_started_and_read(bob, api_of, version):
    api = api_of(bob)

    answer = api.post(f"{URL}/gradings", body(version, most_cases=2))

    told = answer.json()
    assert answer.status_code == 201 and told["simulated"] and told["judge_model"] is None
    assert GradingRun.objects.get().run.requests.count() == 4
    read = api.get(f"{URL}/gradings/{told['grading_id']}").json()
    assert (read["grader_id"], read["graders"]) == (None, [])
    assert [(model["model"], model["mean_quality"], model["n"]) for model in read["models"]] == [
        ("simulated-careful", None, 0),
        ("simulated-hasty", None, 0),
    ]


def test_bad_body_is_refused_and_a_name_is_given_once(bob, api_of, version):
    api = api_of(bob)
    for fields in (
        {"name": ""},
        {"judge": "coin"},
        {"candidate_models": []},
        {"candidate_models": ["simulated-careful"]},
        {"most_cases": "2"},
        {"most_cases": 0},
        {"asks_twice": "yes"},
        {"judge": "llm_judge"},
        {"speed": 1},
        {"dataset_version_id": "x"},
    ):
        assert api.post(f"{URL}/gradings", body(version, **fields)).status_code == 400, fields
    assert GradingRun.objects.count() == 0
    assert [api.post(f"{URL}/gradings", body(version)).status_code for _ in range(2)] == [201, 409]


def test_detail_tells_quality_beside_cost(bob, api_of):
    grading = make_grading(bob, rows=12, scores=(0.25, 0.75))

    told = api_of(bob).get(f"{URL}/gradings/{grading.pk}").json()

    _baseline, hasty, terse = told["models"]
    assert (hasty["mean_quality"], hasty["n"], hasty["mean_cost_usd"]) == (0.25, 12, 0.0005)
    assert (terse["mean_cost_usd"], told["graders"]) == (None, ["exact_match"])
    assert (terse["low"], terse["high"]) == pytest.approx((0.583, 0.803), abs=0.001)  # 12 scores that all are 0.75


def test_grading_is_simulated_where_a_call_was(bob, api_of):
    real = ["openai/gpt-4o", "openai/gpt-4o-mini"]
    grading = make_grading(bob, models=real)
    address, api = f"{URL}/gradings/{grading.pk}", api_of(bob)
    told = [api.get(address).json(), *api.get(f"{URL}/gradings").json()["gradings"]]
    assert [each["simulated"] for each in told] == [False, False]

    LLMAttempt.objects.create(request=grading.run.requests.first(), number=1, status="ok", simulated=True)

    told = [api.get(address).json(), *api.get(f"{URL}/gradings").json()["gradings"]]
    assert [each["simulated"] for each in told] == [True, True]


def test_observations_are_narrowed(bob, api_of):
    make_observation(bob, quality_score=0.5)
    make_observation(bob, task_type="code", cost_usd=None)
    api = api_of(bob)

    told = api.get(f"{URL}/observations?task_type=code").json()

    (row,) = told["observations"]
    assert (told["total"], told["mean_quality"], row["cost_usd"], row["grader_id"]) == (1, 0.8, None, "exact_match")
    assert api.get(f"{URL}/observations?grader_id=people").json()["mean_quality"] is None
    assert api.get(f"{URL}/observations?task_type=" + "x" * 300).status_code == 400


def test_route_tells_what_is_taken_and_why(bob, api_of, monkeypatch):
    let_all_be_called(monkeypatch)
    set_up(bob, "cheap", "good")
    for _ in range(40):
        make_observation(bob, adapter_id="cheap", quality_score=0.5)
        make_observation(bob, adapter_id="good", quality_score=0.95)
    api = api_of(bob)
    assert api.get(f"{URL}/route?task_type=support").status_code == 404
    routing.set_policy(
        organization=bob.organization, task_type="support", preferred="x", quality_floor=0.8, by=bob.user
    )

    told = api.get(f"{URL}/route?task_type=support").json()

    assert (told["adapter_id"], told["how"], told["grader_id"]) == ("good", "cheapest", "exact_match")
    assert {found["adapter_id"]: found["qualifies"] for found in told["considered"]} == {"cheap": False, "good": True}
    assert 0.8 < told["considered"][1]["low_quality"] < 0.95
    assert api.get(f"{URL}/route").status_code == 400


def test_calibrations_keep_the_reason_of_what_is_undefined(bob, api_of):
    make_calibration(bob)
    make_calibration(bob, judge="llm_judge:v1:other", passed=False)

    told = api_of(bob).get(f"{URL}/calibrations?grader_id={JUDGE}").json()

    (found,) = told["calibrations"]
    assert found["passed"] and found["measures"]["spearman"]["n"] == 40
    assert found["measures"]["self_preference"]["value"] is None and found["measures"]["self_preference"]["reason"]


def test_rows_are_ones_own_and_twenty_cost_what_one_does(bob, mallory, api_of):
    version = factories.make_version(factories.make_dataset(bob.organization), rows=1)
    for _ in range(20):
        make_grading(bob, version=version)
        make_calibration(bob)
    api, foreign = api_of(bob), api_of(mallory)
    api.get(f"{URL}/gradings")

    for name in LISTS:
        with at_most(6):
            assert len(api.get(f"{URL}/{name}?limit=20").json()[name]) == 20
        assert foreign.get(f"{URL}/{name}").json()["total"] == 0
