"""Pages of gradings: setting one up, its results and pairs, and what is done with them."""

import pytest
from django.urls import reverse

from evalhub.lib.reasons import TEXT
from reviews.models import GradingRun, JudgeTest, QualityObservation
from reviews.quality.views.gradings import is_live
from reviews.scorers.library.actions import prompts
from reviews.scorers.prompts.prompt import shipped_text
from tests import factories
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading
from tests.statements import at_most
from tests.undoing import undone
from tests.undrawn import undrawn

pytestmark = pytest.mark.usefixtures("no_broker")
NEW = reverse("reviews:grading_new")
BY_MODEL = {"judge": "llm_judge", "judge_model": "simulated-careful", "grader": JUDGE}


@pytest.fixture
def version(bob):
    return factories.make_version(factories.make_dataset(bob.organization), rows=3)


def form(version, **fields):
    return {
        "name": "Cheaper?",
        "version": str(version.pk),
        "most_cases": "2",
        "task_type": "support",
        "baseline_model": "simulated-careful",
        "candidate_models": "simulated-hasty\nsimulated-terse",
        "judge": "exact_match",
        "embedder": "lexical",
        "judge_model": "",
        "asks_twice": "on",
    } | fields


def act(client, grading, verb, reference="exact_match|"):
    return client.post(reverse(f"reviews:grading_{verb}", args=[grading.pk]), {"reference": reference})


def test_form_starts_a_grading(bob, client_of, version):
    client = client_of(bob)
    page = client.get(NEW).content.decode()
    assert str(version.pk) in page and "needs a model and a calibration" in page and "Lexical" in page

    answer = client.post(NEW, form(version))

    grading = GradingRun.objects.get()
    assert answer.url == grading.get_absolute_url()
    assert grading.candidate_models == ["simulated-hasty", "simulated-terse"]
    assert (grading.most_cases, grading.judge_model, grading.asks_twice) == (2, "", False)
    assert grading.run.requests.count() == 6


def test_models_that_cannot_be_asked_are_told_beside_their_fields(bob, client_of, version, no_keys):
    client = client_of(bob)
    assert 'value="simulated-careful"' in client.get(NEW).content.decode()
    for field, fields in [("baseline_model", {}), ("candidate_models", {}), ("judge_model", {"judge": "llm_judge"})]:
        answer = client.post(NEW, form(version, **{field: "openai/gpt-4o"} | fields))

        assert answer.status_code == 422 and "Set OPENAI_API_KEY" in str(answer.context["form"].errors[field])
        assert not GradingRun.objects.exists()


def test_judge_gets_what_it_needs_and_rubric_of_the_judge_is_chosen_among_published_versions(
    bob, client_of, version, mallory
):
    cases = [
        ({"judge": "embedding_similarity"}, "lexical", False),
        (
            {"judge": "embedding_similarity", "judge_model": "openai/simulated-embedding"},
            "openai/simulated-embedding",
            False,
        ),
        ({"judge": "llm_judge", "judge_model": "simulated-careful"}, "simulated-careful", True),
    ]
    client = client_of(bob)
    for fields, tool, twice in cases:
        with undone():
            client.post(NEW, form(version, **fields))
            grading = GradingRun.objects.get()
            assert (grading.judge_model, grading.asks_twice) == (tool, twice)

    shipped = {"judge": "llm_judge", "judge_model": "simulated-careful"}
    own = prompts.publish(prompt=_draft_of_rubric(bob), by=bob.user)
    _draft_of_rubric(bob)
    _draft_of_rubric(mallory)
    client = client_of(bob)
    offered = [key for key, _words in client.get(NEW).context["form"].fields["judge_prompt"].choices]
    for chosen, used in [("", f"llm_judge@{own.version}"), ("llm_judge.v1", "llm_judge.v1")]:
        with undone():
            client.post(NEW, form(version, judge_prompt=chosen, **shipped))
            assert GradingRun.objects.get().judge_prompt == used
    assert offered == ["", "llm_judge@1", "llm_judge.v1"]
    refused = client.post(NEW, form(version, judge_prompt="llm_judge@2", **shipped))
    assert refused.status_code == 422 and "judge_prompt" in refused.context["form"].errors


def _draft_of_rubric(member):
    text = shipped_text("llm_judge.v1").replace("\nsystem: |\n", "\nsystem: |\n  Judge strictly.\n")
    return prompts.save_draft(
        organization=member.organization, kind="grading", name="llm_judge", content=text, note="", by=member.user
    )


def test_what_is_wrong_is_told(bob, client_of, version):
    cases = [
        ({"candidate_models": "simulated-careful"}, "A model is listed twice"),
        ({"name": ""}, "required"),
        ({"judge": "llm_judge"}, "The model is"),
        ({"judge": "coin"}, "coin is not one of"),
        ({"most_cases": "0"}, "greater than or equal to 1"),
        ({"baseline_model": "no model!"}, "The model is"),
    ]
    client = client_of(bob)
    for fields, wanted in cases:
        with undone():
            answer = client.post(NEW, form(version, **fields))

            assert answer.status_code == 422 and wanted in answer.content.decode()
            assert GradingRun.objects.count() == 0


def test_versions_of_others_are_not_offered(mallory, client_of, version):
    client = client_of(mallory)

    assert "No published dataset" in client.get(NEW).content.decode()
    assert client.post(NEW, form(version)).status_code == 422


def test_results_stand_beside_their_costs(bob, client_of):
    grading = make_grading(bob, rows=12, scores=(0.2, 0.9))

    page = client_of(bob).get(grading.get_absolute_url())

    baseline, hasty, terse = page.context["results"].models
    assert (hasty.quality.value, hasty.quality.n, round(terse.quality.value, 3)) == (pytest.approx(0.2), 12, 0.9)
    assert baseline.is_baseline and baseline.quality is None and terse.cost_usd is None
    text = page.content.decode()
    for words in (
        "simulated-terse is closest",
        "$0.0005",
        "unknown",
        "40 ms",
        "30, 10",
        "reference",
        "Scores of 12 pairs",
        "0.2 to 0.3: 12",
    ):
        assert words in text


def test_nothing_compared_yet_is_undefined_and_pairs_stand_side_by_side_lowest_first(bob, client_of):
    page = client_of(bob).get(make_grading(bob, scores=(None, None)).get_absolute_url()).content.decode()
    assert "Mean quality is not defined yet" in page and page.count("not defined yet") == 3

    grading = make_grading(bob, rows=11, scores=(0.2, 0.9))
    client = client_of(bob)
    first = client.get(grading.get_absolute_url())
    second = client.get(grading.get_absolute_url() + first.context["page"].after_query)
    back = client.get(grading.get_absolute_url() + second.context["page"].before_query)
    shown = [pair.observation for page in (first, second) for pair in page.context["pairs"]]
    assert [round(one.quality_score, 1) for one in shown] == [0.2] * 11 + [0.9] * 11
    assert len({one.pk for one in shown}) == 22
    assert [pair.key for pair in back.context["pairs"]] == [pair.key for pair in first.context["pairs"]]
    text = first.content.decode()
    assert "simulated-careful on 0" in text and "simulated-hasty on 0" in text and "Notes on simulated-hasty." in text
    for query, models in [
        ("candidate=simulated-terse", {"simulated-terse"}),
        ("candidate=unheard", {"simulated-hasty", "simulated-terse"}),
        ("after=nan_1", {"simulated-hasty", "simulated-terse"}),
        ("after=x", {"simulated-hasty", "simulated-terse"}),
    ]:
        page = client.get(f"{grading.get_absolute_url()}?{query}")
        assert {pair.observation.adapter_id for pair in page.context["pairs"]} == models, query
        shown = page.content.decode().partition('id="pairs"')[2]
        assert all(f'<span translate="no">{model}</span>' in shown for model in models), query


def test_same_answers_are_compared_by_another_judge_and_many_pairs_are_left_to_the_worker(bob, client_of, monkeypatch):
    grading = make_grading(bob)
    client = client_of(bob)
    answer = act(client, grading, "compare", "embedding_similarity|lexical")
    assert QualityObservation.objects.filter(grader_id="embedding_similarity:lexical").count() == 6
    assert client.get(answer.url).context["results"].grader == "embedding_similarity:lexical"
    assert "needs no calibration" in act(client, grading, "calibrate").content.decode()

    told = []
    monkeypatch.setattr("reviews.quality.actions.grading_calibrations.MOST_AT_ONCE", 5)
    sent = "reviews.quality.views.grading_detail.compare_pairs.delay_on_commit"
    monkeypatch.setattr(sent, lambda *args: told.append(args))
    grading = make_grading(bob)
    act(client_of(bob), grading, "compare", "embedding_similarity|lexical")
    assert told == [(str(grading.pk), "embedding_similarity", "lexical")]


def test_unknown_judge_is_refused_and_judge_that_is_a_model_is_calibrated_after_the_run(bob, client_of):
    cases = ["", "coin|", "llm_judge|"]
    grading, by_model, client = make_grading(bob), make_grading(bob, **BY_MODEL), client_of(bob)
    with undrawn():
        for reference in cases:
            assert act(client, grading, "compare", reference).status_code == 422, reference
            assert act(client, by_model, "calibrate", reference).status_code == 422, reference

    grading = make_grading(bob, status="running", **BY_MODEL)
    client = client_of(bob)
    assert act(client, grading, "calibrate").status_code == 409 and not JudgeTest.objects.exists()
    type(grading.run).objects.update(status="completed")
    GradingRun.objects.update(graded_at="2026-01-01T00:00Z")
    assert "is not calibrated" in client.get(grading.get_absolute_url()).content.decode()
    answer = act(client, grading, "calibrate")
    assert answer.url == reverse("reviews:calibration_list")
    assert JudgeTest.objects.get(kind="calibration").n == 6
    assert "failed its latest calibration" in client.get(grading.get_absolute_url()).content.decode()


def test_live_part_tells_failures_and_ends_with_the_grading_and_calibration_page_tells_every_figure(bob, client_of):
    grading = make_grading(bob, status="running")
    grading.run.requests.filter(stage__model="simulated-terse").update(
        state="failed", error_class="refused", error_message=TEXT("It will not.")
    )
    client = client_of(bob)
    part = client.get(grading.get_absolute_url(), headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" in part and "<html" not in part
    GradingRun.objects.update(graded_at="2026-01-01T00:00Z")
    type(grading.run).objects.update(status="completed")
    assert client.get(grading.get_absolute_url(), headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert not is_live(GradingRun.objects.get())
    assert "It will not." in client.get(grading.get_absolute_url()).content.decode()

    make_calibration(bob, passed=False)
    make_calibration(bob)
    page = client_of(bob).get(reverse("reviews:calibration_list")).content.decode()
    for words in (
        "Passed",
        "0.81",
        "95 % CI 0.70 to 0.90",
        "at least 0.50",
        "not defined",
        "too few answers of the judge&#x27;s own model family",
        "Self-preference was not measured: too few answers of the judge&#x27;s own model family or of others.",
        "All calibrations",
        "0.81 is too little.",
        "passed: all results are within bounds",
        "May label alone",
    ):
        assert words in page


def test_detail_costs_the_same_for_twenty_pairs(bob, client_of):
    few, many = make_grading(bob, rows=1), make_grading(bob, rows=10)
    client = client_of(bob)
    client.get(few.get_absolute_url())

    with at_most(24):
        client.get(few.get_absolute_url())
    with at_most(24):
        assert len(client.get(many.get_absolute_url()).context["pairs"]) == 20


def test_calibrations_of_others_are_not_listed_and_people_label_the_pairs_that_judges_scored(bob, mallory, client_of):
    make_calibration(bob)
    assert "No calibrations yet" in client_of(mallory).get(reverse("reviews:calibration_list")).content.decode()

    grading, empty, client = make_grading(bob), make_grading(bob, rows=0), client_of(bob)
    assert "Have people label the pairs" in client.get(grading.get_absolute_url()).content.decode()
    answer, refused = act(client, grading, "label"), act(client, empty, "label")
    grading.refresh_from_db()
    assert answer.url == reverse("annotations:task_detail", args=[grading.task_id])
    assert (grading.task.status, grading.task.is_listed, grading.task.total_items) == ("ACTIVE", True, 6)
    page = client.get(grading.get_absolute_url()).content.decode()
    assert "Open task" in page and "Have people label" not in page
    assert "the first answer of each item" in client.get(answer.url).content.decode()
    assert grading.task.name in client.get(reverse("annotations:task_list")).content.decode()
    assert act(client, grading, "label").status_code == 302 and grading.task.items.count() == 6
    assert refused.status_code == 409 and "no items" in refused.content.decode()
