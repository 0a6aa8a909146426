"""Writing down how far a judge can be trusted."""

import pytest

from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput
from reviews.models import JudgeTest
from reviews.quality.actions import judge_tests, routing
from tests import factories
from tests.reviews.grading.world import judged, swapped
from tests.reviews.quality_world import JUDGE, record


def calibrate(member, cases, **overrides):
    fields = {"grader_id": JUDGE, "reference": "exact_match"}
    return judge_tests.calibrate(organization=member.organization, cases=cases, **fields | overrides, by=member.user)


def test_fair_judge_passes_and_its_observations_count_and_judge_that_fails_is_kept_with_the_reason(bob):
    record(bob, {"grader_id": JUDGE})
    calibration = calibrate(bob, swapped(judged(), 0.0))
    calibration.refresh_from_db()
    assert (calibration.has_passed, calibration.reasons, calibration.created_by) == (True, None, bob.user)
    assert [test.kind for test in calibration.results] == ["calibration", "swap", "length", "family"]
    assert calibration.figures["spearman"].n == 60 and calibration.cautions == []
    assert len(routing.window(organization=bob.organization, task_type="summary").records) == 1
    assert AuditEvent.objects.get(verb="judge.calibrated").details["passed"] is True

    calibration = calibrate(bob, judged(20))
    swap = calibration.tests.get(kind="swap")
    assert not calibration.has_passed and "30 are needed" in str(calibration.reasons)
    assert (swap.passed, swap.value, swap.n, swap.details["undefined"]) == (False, None, 0, "NO_CASES")


def test_only_models_are_measured_and_not_against_models_and_licence_is_that_of_the_newest_test_of_each_kind(bob):
    for overrides, words in [
        ({"reference": JUDGE}, "The reference is"),
        ({"reference": ""}, "The reference is"),
        ({"grader_id": "exact_match"}, "The grader is"),
        ({"grader_id": " "}, "The grader is"),
    ]:
        with pytest.raises(InvalidInput, match=words):
            calibrate(bob, [], **overrides)
        assert not JudgeTest.objects.exists(), (overrides, words)

    def licences():
        return JudgeTest.objects.for_organization(bob.organization).licences()

    assert licences() == {}
    calibrate(bob, swapped(judged(), 0.0))
    assert licences() == {(JUDGE, False): "alone"}
    calibrate(bob, swapped(judged(), 0.3))
    assert licences() == {(JUDGE, False): "prelabel"}
    calibrate(bob, judged(20))
    assert licences() == {(JUDGE, False): "not_fit"}


def test_another_fingerprint_has_no_licence_and_same_cases_have_the_same_fingerprint(bob):
    annotator = factories.make_llm_annotator(bob.organization, fingerprint="a" * 64)
    calibrate(bob, swapped(judged(), 0.0), grader_id=annotator.fingerprint)
    licences = JudgeTest.objects.for_organization(bob.organization).licences()
    assert licences[annotator.fingerprint, False] == "alone" and ("b" * 64, False) not in licences

    cases = swapped(judged(), 0.0)
    found = [calibrate(bob, given).data_fingerprint for given in (cases, cases[::-1], cases[1:])]
    assert found[0] == found[1] != found[2]


def test_statements_do_not_grow_with_the_measurements(bob, django_assert_num_queries):
    for _ in range(3):
        calibrate(bob, judged(20))

    with django_assert_num_queries(2):
        found = list(JudgeTest.objects.for_organization(bob.organization).measurements())
        assert [len(each.results) for each in found] == [4, 4, 4]
