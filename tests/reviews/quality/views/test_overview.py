"""The page of models and the router: figures per model, what is picked and why, and the policy as a form."""

import pytest
from django.urls import reverse

from reviews.models import RoutingPolicy
from reviews.quality.actions import routing
from tests.reviews.gradings_world import JUDGE, days_ago, make_calibration, make_observation
from tests.reviews.quality_world import let_all_be_called, set_up
from tests.statements import at_most
from tests.undoing import undone

URL = reverse("reviews:quality")
POLICY = reverse("reviews:quality_policy")


@pytest.fixture
def observed(bob):
    """A dear good model, a cheap fair one and one of unknown cost, each twelve times."""
    for model, cost, scores in (
        ("dear", "0.004", (0.9, 1.0)),
        ("cheap", "0.0000125", (0.7, 0.8)),
        ("unpriced", None, (1.0, 1.0)),
    ):
        for number in range(12):
            make_observation(bob, adapter_id=model, cost_usd=cost, quality_score=scores[number % 2])


def read(client, query=""):
    return client.get(f"{URL}?{query}").content.decode()


def set_policy(member, **fields):
    return routing.set_policy(
        organization=member.organization,
        by=member.user,
        **{"task_type": "support", "preferred": "dear", "quality_floor": 0.7, "min_observations": 5} | fields,
    )


def form(**fields):
    return {
        "task_type": "support",
        "preferred": "simulated-dear",
        "quality_floor": "0.7",
        "window_size": "20",
        "min_observations": "5",
        "max_age_days": "",
        "fallback": "",
        "most_cost_per_1k": "",
        "shadow_rate": "0.1",
    } | fields


def test_picture_holds_quality_cost_interval_and_n_and_nothing_of_unknown_cost(bob, mallory, client_of, observed):
    page = read(client_of(bob))

    assert page.count('class="mark llm"') == 2 and "<desc>" in page
    assert "dear is best: mean quality 0.95 at $0.004 per call" in page
    assert "cheap: 0.75 at $0.0000125" in page
    assert "95 % CI 0.71 to 0.98" in page and "n 12" in page
    beside = page.partition('id="unpriced"')[2].partition("</div></div>")[0]
    assert "unpriced" in beside and "cost unknown" in beside
    assert "unpriced" not in page.partition("<svg xmlns")[2].partition("</svg></div>")[0].partition("</figure>")[0]
    assert "95 % CI 0.74 to 1.00" in page  # of 12 scores that all are 1
    assert "No routing policy is set for &#x27;support&#x27;" in page
    foreign = read(client_of(mallory), "task=support")
    assert "dear" not in foreign and "No routing policy" in foreign


def test_pick_is_explained_with_everything_considered(bob, client_of, observed, monkeypatch):
    let_all_be_called(monkeypatch)
    set_up(bob, "dear", "cheap", "unpriced")
    set_policy(bob, quality_floor=0.5)

    page = read(client_of(bob)).partition('id="route"')[2]

    assert 'translate="no">cheap</span>' in page and "cheapest above the floor" in page
    assert "The cheapest of 2 above the floor of 0.50" in page
    assert "Qualifies, but is not the cheapest." in page and "but the cost is unknown" in page


def test_imports_are_a_line_of_their_own_until_an_admin_trusts_them(bob, client_of):
    for _ in range(3):
        make_observation(bob, adapter_id="small", grader_id="people", imported=True)
    set_policy(bob)
    client = client_of(bob)

    page = read(client)
    assert "People, imported" in page and "the policy does not count imports" in page

    client.post(POLICY, form(trusts_imports="on"))
    assert RoutingPolicy.objects.get().trusts_imports
    assert "the policy does not count imports" not in read(client)


def test_why_a_model_is_left_is_told(bob, client_of, observed, monkeypatch):
    let_all_be_called(monkeypatch)
    set_up(bob, "dear", "cheap", "unpriced")
    cases = [
        ({"quality_floor": None}, "no quality floor, so observations are not used"),
        ({"quality_floor": 0.99}, "No model reaches the floor of 0.99"),
        ({"task_type": "*"}, "The policy for all other kinds of task applies"),
        ({"min_observations": 15}, "12 observations; 15 are needed."),
    ]
    client = client_of(bob)
    for fields, wanted in cases:
        with undone():
            set_policy(bob, **fields)

            assert wanted in read(client, "task=support")


def test_real_and_simulated_scores_are_never_mixed(bob, client_of):
    for number in range(2):
        make_observation(bob, adapter_id=f"made-up-{number}", simulated=True, quality_score=0.11)
    make_observation(bob, quality_score=0.83)
    client = client_of(bob)

    page = client.get(URL)

    assert [line.quality.value for line in page.context["models"]] == [0.83]
    assert "count only where no real model is known" in page.content.decode()
    assert len(client.get(f"{URL}?grader=simulated|exact_match").context["models"]) == 2


def test_uncalibrated_judge_and_old_observations_do_not_count(bob, client_of):
    make_observation(bob, grader_id=JUDGE)
    set_policy(bob)
    client = client_of(bob)
    page = read(client)
    assert "Never calibrated." in page and "No observation counts" in page

    make_calibration(bob)
    page = read(client)
    assert "Passed its latest calibration." in page and "No observation counts" not in page

    make_observation(bob, adapter_id="aged", grader_id=JUDGE, recorded_at=days_ago(40))
    set_policy(bob, max_age_days=30)
    assert "Too old to count" in read(client)


def test_other_graders_can_be_shown(bob, client_of, observed):
    make_observation(bob, grader_id="embedding_similarity:lexical", adapter_id="third", quality_score=0.31)
    client = client_of(bob)

    assert "third" not in read(client).partition("<tbody>")[2].partition("</tbody>")[0]
    assert "0.31" in read(client, "grader=real|embedding_similarity:lexical")


def test_policy_is_set_by_the_form(bob, client_of):
    make_observation(bob, grader_id=JUDGE)
    client = client_of(bob)
    offered = [value for value, _title in client.get(URL).context["form"].fields["grader"].widget.choices]
    assert {"", "people", "exact_match", "embedding_similarity:lexical", JUDGE} <= set(offered)
    wanted = form(max_age_days="30", most_cost_per_1k="0.5", fallback="simulated-cheap", grader=JUDGE)

    answer = client.post(POLICY, wanted)

    policy = RoutingPolicy.objects.get()
    assert answer.url == f"{URL}?task=support" and policy.grader == JUDGE
    assert (
        policy.preferred,
        policy.quality_floor,
        policy.max_age_days,
        policy.fallback,
        policy.most_cost_per_1k,
        policy.shadow_rate,
    ) == ("simulated-dear", 0.7, 30, "simulated-cheap", 0.5, 0.1)


def test_wrong_policy_is_refused_beside_its_field(bob, client_of, no_keys):
    client = client_of(bob)
    for field, value, wanted in [
        ("quality_floor", "1.5", "quality floor is 1.5"),
        ("window_size", "0", "window_size is 0"),
        ("min_observations", "21", "min_observations is 21"),
        ("shadow_rate", "2", "shadow_rate is 2"),
        ("preferred", "", "required"),
        ("quality_floor", "nan", "Enter a number"),
        ("preferred", "openai/gpt-4o", "Set OPENAI_API_KEY"),
        ("fallback", "nonsense-model", "no known provider"),
        ("fallback", "http://169.254.169.254", "Valid: a provider and a name"),
        ("grader", "somebody", "starts with one of people"),
    ]:
        answer = client.post(POLICY, form(**{field: value}))

        assert answer.status_code == 422 and wanted in answer.content.decode(), (field, value)
    assert RoutingPolicy.objects.count() == 0


def test_nothing_yet_leads_to_the_first_grading(bob, vera, client_of):
    assert reverse("reviews:grading_new") in read(client_of(bob))
    assert reverse("reviews:grading_new") not in read(client_of(vera))


def test_twenty_models_cost_no_more_than_one(bob, client_of):
    make_observation(bob)
    set_policy(bob)
    client = client_of(bob)
    client.get(URL)
    for number in range(19):
        make_observation(bob, adapter_id=f"model-{number}")

    with at_most(13):
        page = client.get(URL)

    assert len(page.context["models"]) == 20


def test_page_says_whose_scores_were_compared(bob, client_of, observed):
    for model in ("dear", "cheap"):
        for _ in range(3):
            make_observation(bob, adapter_id=model, grader_id="embedding_similarity:lexical", quality_score=0.4)
    set_policy(bob)
    page = read(client_of(bob))
    assert "Compared by Exact match (most observations in the window)." in page
    assert "Used by the router." in page and "one grader at a time" in page

    set_policy(bob, grader="embedding_similarity:lexical", min_observations=1)

    page = client_of(bob).get(URL)
    assert "Compared by Embedding similarity (lexical) (set in the policy)." in page.content.decode()
    assert [line.quality.value for line in page.context["models"]] == [pytest.approx(0.4)] * 2
