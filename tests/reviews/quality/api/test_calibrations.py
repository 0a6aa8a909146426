"""Calibrations over the API: done at once where that is quick, else waited for."""

import pytest

from evalhub.lib.reasons import TEXT
from reviews.models import JudgeTest
from tests.reviews.gradings_world import JUDGE, make_grading

pytestmark = pytest.mark.usefixtures("no_broker")
URL = "/v1/quality/calibrations"


@pytest.fixture
def grading(bob):
    return make_grading(bob, judge="llm_judge", judge_model="simulated-careful", grader=JUDGE)


def body(grading, **fields):
    return {"grading_id": str(grading.pk), "reference": "exact_match"} | fields


def test_quick_one_is_done_and_bad_body_is_refused(bob, api_of, grading):
    answer = api_of(bob).post(URL, body(grading))
    told = answer.json()
    assert (answer.status_code, told["state"], told["passed"], told["error"]) == (201, "done", False, None)
    assert told["measures"]["spearman"]["n"] == 6 and told["licence"] == "not_fit"

    api = api_of(bob)
    for fields, status in [
        ({"reference": "llm_judge"}, 400),
        ({"reference": "coin"}, 400),
        ({"embedder": 3}, 400),
        ({"speed": 1}, 400),
        ({"grading_id": "x"}, 404),
    ]:
        assert api.post(URL, body(grading, **fields)).status_code == status, fields


def test_slow_one_waits_and_may_fail(bob, api_of, grading):
    api = api_of(bob)

    answer = api.post(URL, body(grading, reference="embedding_similarity", embedder="openai/simulated-small"))

    told = answer.json()
    assert (answer.status_code, told["state"], told["passed"], told["measures"]) == (202, "waiting", None, {})
    JudgeTest.objects.update(state="failed", last_error=TEXT("It has no key."))
    read = api.get(f"{URL}/{told['calibration_id']}").json()
    assert (read["state"], read["error"], read["passed"]) == ("failed", "It has no key.", None)
