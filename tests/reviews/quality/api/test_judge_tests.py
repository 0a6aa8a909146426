"""Tests of a machine against people over the API."""

from reviews.quality.actions import people_tests
from tests.reviews.judged_world import make_judged


def url(judge):
    return f"/v1/annotators/{judge.pk}/tests"


def test_test_is_run_and_read_again_and_without_a_pass_value_rates_are_null_with_a_reason(bob, vera, api_of):
    _task, judge = make_judged(bob, 400, rounds=2)
    answer = api_of(bob).post(url(judge), {"passing": [1]})
    assert answer.status_code == 202
    assert (answer.json()["state"], answer.json()["licence"], answer.json()["tests"]) == ("waiting", "untested", [])
    assert api_of(bob).post(url(judge), {"passing": [1]}).json()["state"] == "waiting"
    assert people_tests.work_next() and not people_tests.work_next()  # the second request is the same measurement
    (told,) = api_of(bob).get(url(judge)).json()["criteria"]
    assert (told["state"], told["error"], told["licence"]) == ("done", None, "alone")
    assert {rule["state"] for rule in told["rules"]} == {"passed"}
    measures = next(test["measures"] for test in told["tests"] if test["kind"] == "people_agreement")
    assert measures["true_passes"]["value"] == 1.0 and measures["true_fails"]["n"] > 30
    (read,) = api_of(vera).get(url(judge)).json()["criteria"]
    assert read == told

    _task, judge = make_judged(bob, 80)
    api_of(bob).post(url(judge), {})
    people_tests.work_next()
    (told,) = api_of(bob).get(url(judge)).json()["criteria"]
    measures = next(test["measures"] for test in told["tests"] if test["kind"] == "people_agreement")
    assert measures["true_fails"]["value"] is None and "no passing values" in measures["true_fails"]["reason"]


def test_wrong_bodies_are_refused_and_an_untested_judge_says_so_and_no_labels_of_people_is_a_conflict(bob, api_of):
    _task, judge = make_judged(bob, 4)
    api = api_of(bob)
    for body, code in [
        ({"criterion": "correctness@9"}, "unknown_criterion"),
        ({"passing": [9]}, "invalid_passing"),
        ({"passing": "yes"}, "invalid_input"),
        ({"passing": [float(2**70)]}, "invalid_passing"),
        ({"judge": "me"}, "unknown_field"),
    ]:
        answer = api.post(url(judge), body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), body
    (told,) = api.get(url(judge)).json()["criteria"]
    assert (told["licence"], told["tests"], told["title"]) == ("untested", [], "Is it right?")

    _task, judge = make_judged(bob, 4, people=0)
    assert api_of(bob).post(url(judge), {}).json()["error"]["code"] == "no_labels_of_people"
