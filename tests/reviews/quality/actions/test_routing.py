"""Which model an organization's tasks go to."""

import datetime
import io

import pytest
from django.utils import timezone

from datasets.actions.systems import SystemIds
from evalhub.accounts.models import AuditEvent
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput, NotFound
from reviews.models import QualityObservation, RoutingPolicy
from reviews.quality.actions import ledger, routing
from reviews.quality.windows import window_of
from tests.reviews.grading.world import make_observation
from tests.reviews.quality_world import JUDGE, let_all_be_called, make_calibration, record, set_up

EMBEDDED = "embedding_similarity:lexical"
KEYLESS = "openai/keyless"


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    let_all_be_called(monkeypatch, but=[KEYLESS])


def set_policy(member, **overrides):
    fields = {"task_type": "summary", "preferred": "large", "quality_floor": 0.7}
    return routing.set_policy(organization=member.organization, **fields | overrides, by=member.user)


def choose(member, task_type="summary"):
    return routing.choose(organization=member.organization, task_type=task_type)


def records(member, **more):
    return list(window(member, **more).records)


def window(member, **more):
    return routing.window(organization=member.organization, task_type="summary", **more)


def test_cheapest_above_the_floor_is_chosen_with_its_reason(bob):
    set_policy(bob)
    set_up(bob, "small", "tiny")
    record(
        bob,
        *[
            {"adapter_id": "large", "quality_score": 0.95, "cost_usd": 0.1},
            {"adapter_id": "small", "quality_score": 0.9, "cost_usd": 0.01},
            {"adapter_id": "tiny", "quality_score": 0.4, "cost_usd": 0.001},
        ]
        * 20,
    )

    choice = choose(bob)

    assert (choice.adapter_id, choice.how) == ("small", "cheapest")
    assert [found.adapter_id for found in choice.considered if not found.qualifies] == ["tiny"]


def test_a_mean_of_few_observations_is_not_above_the_floor_yet(bob):
    set_policy(bob)
    set_up(bob, "small")
    record(bob, {"adapter_id": "small", "quality_score": 0.95})
    assert choose(bob).how == "preferred" and "may be as low as" in choose(bob).considered[0].why

    record(bob, *[{"adapter_id": "small", "quality_score": 0.95}] * 19)
    assert (choose(bob).adapter_id, choose(bob).how) == ("small", "cheapest")


def test_only_models_that_are_set_up_and_can_be_called_are_taken(bob, mallory):
    """A name in the ledger is none that anybody here has set up, and one without a key cannot be asked."""
    set_policy(bob)
    set_up(mallory, "small")
    record(bob, *[{"adapter_id": name, "quality_score": 0.95} for name in ("small", KEYLESS)] * 20)
    set_up(bob, KEYLESS)

    choice = choose(bob)

    assert (choice.adapter_id, choice.how) == ("large", "preferred")
    assert {found.why for found in choice.considered} == {"Not configured or unavailable."}
    set_up(bob, "small")
    assert choose(bob).adapter_id == "small"


def test_imported_observations_count_only_where_an_admin_says_so(bob):
    """Whoever wrote the file has named people as the grader."""
    lines = [make_observation(adapter_id="small", quality_score=0.95, grader_id="people").to_dict() for _ in range(20)]
    file = io.BytesIO("\n".join(strict_json.dumps(line) for line in lines).encode())
    assert ledger.import_jsonl(organization=bob.organization, file=file, by=bob.user) == 20
    set_up(bob, "small")
    set_policy(bob)
    assert records(bob) == [] and (choose(bob).how, choose(bob).considered) == ("preferred", ())

    policy = set_policy(bob, trusts_imports=True)

    assert (choose(bob).adapter_id, choose(bob).how, choose(bob).grader_id) == ("small", "cheapest", "people")
    assert AuditEvent.objects.filter(verb="routing.set").order_by("-pk").first().details["trusts_imports"] is True
    assert policy.trusts_imports and QualityObservation.objects.filter(imported=True).count() == 20


def test_policy_is_static_without_a_floor_or_observations_and_cap_leads_to_the_fallback(bob):
    set_policy(bob)
    assert choose(bob).how == "preferred"
    record(bob, {})
    set_policy(bob, quality_floor=None)
    assert (choose(bob).adapter_id, choose(bob).considered) == ("large", ())

    set_policy(bob, fallback="small", most_cost_per_1k=0.5, quality_floor=None)
    record(bob, {"adapter_id": "large", "cost_usd": 0.12, "tokens_in": 100, "tokens_out": 20})
    assert (choose(bob).adapter_id, choose(bob).how) == ("small", "fallback")


def test_kind_without_a_policy_gets_that_of_any_kind_and_other_organizations_do_not_exist(bob, mallory):
    with pytest.raises(NotFound, match="No routing policy is set for 'summary'"):
        choose(bob)
    set_policy(bob, task_type=routing.ANY_TASK, preferred="default")
    assert (choose(bob).adapter_id, choose(bob).how) == ("default", "default")
    set_policy(bob)
    assert choose(bob).adapter_id == "large"

    set_policy(bob)
    record(mallory, {"adapter_id": "small", "quality_score": 1.0})
    make_calibration(mallory.organization)
    record(bob, {"adapter_id": "judged", "grader_id": JUDGE})
    assert choose(bob).adapter_id == "large" and records(bob) == []
    with pytest.raises(NotFound):
        choose(mallory)


def test_only_graders_that_are_no_model_count_unmeasured_and_judge_counts_once_it_has_passed_and_until_it_fails(bob):
    for grader_id, counts in [
        ("exact_match", True),
        ("people", True),
        ("embedding_similarity:lexical", True),
        (JUDGE, False),
        ("", False),
        ("somebody", False),
        ("exact_match_or_so", False),
    ]:
        QualityObservation.objects.all().delete()
        record(bob, {"grader_id": grader_id})
        assert bool(records(bob)) == counts, (grader_id, counts)

    record(bob, {"grader_id": JUDGE})
    make_calibration(bob.organization, passed=False)
    assert records(bob) == []
    make_calibration(bob.organization)
    assert [found.adapter_id for found in records(bob)] == ["small"]
    make_calibration(bob.organization, passed=False, reference="people")
    assert records(bob) == []


def test_passing_in_the_simulation_says_nothing_about_the_real_judge(bob):
    make_calibration(bob.organization, simulated=True)
    record(bob, {"grader_id": JUDGE})
    assert records(bob) == []

    record(bob, {"grader_id": JUDGE, "simulated": True})
    assert len(records(bob)) == 1


def test_simulated_models_count_only_where_nothing_real_is_known_and_database_and_pure_module_see_the_same_records(bob):
    record(bob, {"adapter_id": "sham", "simulated": True})
    assert [found.adapter_id for found in records(bob)] == ["sham"]
    record(bob, {"adapter_id": "small"})
    assert [found.adapter_id for found in records(bob)] == ["small"]

    now = timezone.now()
    observations = [
        make_observation(
            adapter_id=f"model {number % 3}",
            quality_score=(number * 37 % 100) / 100,
            grader_id="exact_match",
            cost_usd=None if number % 5 == 0 else number / 1000,
            tokens_in=None if number % 7 == 0 else number,
            recorded_at=now - datetime.timedelta(hours=number * 13 % 50, minutes=30),
        )
        for number in range(50)
    ]
    record(bob, *observations, {"task_type": "code"})
    found = records(bob, window_size=9, max_age_days=1)
    expected = window_of(
        observations, task_type="summary", window_size=9, max_age=datetime.timedelta(days=1), now=now
    ).records
    assert [(one.adapter_id, one.n, one.n_priced) for one in found] == [
        (one.adapter_id, one.n, one.n_priced) for one in expected
    ]
    for one, other in zip(found, expected, strict=True):
        assert one.mean_quality == pytest.approx(other.mean_quality)
        assert one.mean_cost_usd == pytest.approx(other.mean_cost_usd)
        assert one.cost_per_1k == pytest.approx(other.cost_per_1k)


def test_only_scores_of_one_grader_are_compared(bob):
    set_policy(bob)
    set_up(bob, "small", "tiny")
    for grader_id, quality, models in (
        ("exact_match", 0.0, ("small", "tiny")),
        (EMBEDDED, 0.9, ("small", "tiny", "large")),
    ):
        record(bob, *[{"adapter_id": name, "grader_id": grader_id, "quality_score": quality} for name in models] * 20)

    choice = choose(bob)

    assert (choice.how, choice.grader_id) == ("cheapest", EMBEDDED)
    assert {(found.n, round(found.mean_quality, 9)) for found in choice.considered} == {(20, 0.9)}
    assert "Only scores of Embedding similarity (lexical) were compared." in choice.why


def test_policy_names_the_grader(bob):
    record(bob, {"grader_id": "exact_match"}, {"grader_id": "exact_match"}, {"grader_id": EMBEDDED})
    set_policy(bob, grader=EMBEDDED)

    assert (choose(bob).grader_id, [found.n for found in choose(bob).considered]) == (EMBEDDED, [1])


def test_named_grader_that_does_not_count_leaves_the_static_choice(bob):
    for grader in ["people", JUDGE]:
        record(bob, {"grader_id": "exact_match"}, {"grader_id": JUDGE}, {"grader_id": "people", "simulated": True})
        set_policy(bob, grader=grader)

        choice = choose(bob)

        assert (choice.adapter_id, choice.how, choice.considered, choice.grader_id) == ("large", "preferred", (), "")
        assert "counts" in choice.why, grader


def test_calibration_that_waits_or_has_failed_changes_nothing_and_policy_is_replaced_with_who_did_it(bob):
    record(bob, {"grader_id": JUDGE})
    make_calibration(bob.organization)
    for state in ("waiting", "running", "failed"):
        make_calibration(bob.organization, passed=False, state=state)
    assert window(bob).grader_id == JUDGE

    set_policy(bob)
    set_policy(bob, preferred="other", shadow_rate=0.1, max_age_days=7)
    policy = RoutingPolicy.objects.get()
    assert (policy.preferred, policy.shadow_rate, policy.max_age_days) == ("other", 0.1, 7)
    events = AuditEvent.objects.filter(verb="routing.set").order_by("pk")
    assert [event.details["preferred"] for event in events] == ["large", "other"]
    assert events[0].actor == bob.user


def test_five_statements_however_many_adapters(bob, django_assert_num_queries):
    set_policy(bob)
    record(bob, *[{"adapter_id": f"model {n}"} for n in range(30)])
    make_calibration(bob.organization)

    with django_assert_num_queries(5):
        assert len(choose(bob).considered) == 30


def test_six_statements_where_only_simulated_models_are_known(bob, django_assert_num_queries):
    set_policy(bob)
    record(bob, *[{"adapter_id": f"model {n}", "simulated": True} for n in range(5)])

    with django_assert_num_queries(6):
        assert len(choose(bob).considered) == 5


def test_wrong_policy_is_refused_and_names_the_field(bob):
    for field, value in [
        ("task_type", ""),
        ("task_type", "x" * 101),
        ("preferred", " "),
        ("preferred", None),
        ("preferred", "a\nb"),
        ("fallback", "x" * 201),
        ("quality_floor", 1.1),
        ("quality_floor", -0.1),
        ("quality_floor", "high"),
        ("shadow_rate", 1.5),
        ("shadow_rate", None),
        ("most_cost_per_1k", -1),
        ("most_cost_per_1k", float("nan")),
        ("window_size", 0),
        ("window_size", 1001),
        ("min_observations", 0),
        ("min_observations", 21),
        ("max_age_days", 0),
        ("max_age_days", 1.5),
        ("window_size", True),
        ("grader", "somebody"),
        ("grader", 3),
        ("grader", "llm_judge:v1:a/b~swapped"),
        ("grader", "people" + "x" * 200),
        ("trusts_imports", "yes"),
        ("trusts_imports", None),
        ("preferred", "openai/x@evil.example"),
        ("fallback", "http://169.254.169.254"),
        ("fallback", "huggingface/127.0.0.1"),
    ]:
        with pytest.raises(InvalidInput) as refused:
            set_policy(bob, **{field: value})

        assert refused.value.details["field"] == field, (field, value)
        assert not RoutingPolicy.objects.exists(), (field, value)


def test_window_holds_for_each_adapter(bob):
    """Whose systems may be several: a model with other settings has the same name."""
    systems = SystemIds(bob.organization.pk)
    QualityObservation.objects.bulk_create(
        QualityObservation(
            organization=bob.organization,
            task_type="summary",
            system_id=systems.of(f"model {n % 4}", (("model", f"m{n // 4 % 2}"),)),
            own_latency_ms=1,
            own_quality_score=0.9 if n >= 320 else 0.1,
            own_cost_usd=1,
            grader_id="exact_match",
        )
        for n in range(400)
    )

    assert [(found.adapter_id, found.n, found.mean_quality) for found in records(bob, window_size=20)] == [
        (f"model {n}", 20, pytest.approx(0.9)) for n in range(4)
    ]
