"""The pages of a study: overview, rubrics and verdicts, at every stage of its run, at a price that does not grow."""

import pytest
from django.urls import reverse

from annotations.models import Annotation
from evalhub.lib.reasons import TEXT
from experiments.models import Study
from reviews.models import LLMRequest
from tests.experiments.scored import answer_as, make_scored
from tests.experiments.studies_world import (
    agreement,
    end,
    make_study,
    ready,
    scores_of,
    stages_of,
    work,
    work_rubrics,
)
from tests.kept_people import acme, alice, bob
from tests.statements import at_most
from tests.undrawn import given

__all__ = ["acme", "alice", "bob"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def scored(bob, alice):
    """Scored by a model, and its first evidence group by alice."""
    return make_scored(bob, alice)


def address(study, part="study_detail"):
    return reverse(f"experiments:{part}", args=[study.pk])


def read(client, study, part="study_detail"):
    return client.get(address(study, part))


def test_study_that_has_not_begun_says_so(bob, client_of):
    study = make_study(bob, evidence_view="cleaned", start=False)
    client = client_of(bob)

    overview, rubrics, verdicts = (
        read(client, study, part).content.decode() for part in ("study_detail", "study_rubrics", "study_verdicts")
    )

    assert all("the local simulated provider" in page for page in (overview, rubrics, verdicts))
    assert "Paused" in overview and "No scores yet" in read(client, study, "study_scorers").content.decode()
    assert "The rubric is not written yet." in rubrics and "No evidence groups yet" in verdicts


def test_scorers_are_summed_up_each(bob, scored, client_of):
    context = given(client_of(bob), address(scored, "study_scorers"))

    models = {row.name: row for row in context["models"]}
    model = models["simulated-careful"]
    assert model.simulated and model.n == 3 and model.missing == ["3 not started"]
    assert [len(line.shares) for line in model.distributions] == [3, 3, 0, 0]
    assert "several evidence groups" in model.distributions[3].undefined
    assert {figure.title: figure.text for figure in model.figures}["Abstained"] == "33 %"
    assert models["People"].n == 1 and not models["People"].simulated
    pair = context["distances"][0]
    assert {pair.left_words, pair.right_words} == {"simulated-careful", "People"} and pair.apart.total_variation > 0


def test_overview_shows_steps_verdicts_and_what_is_undefined(vera, scored, client_of):
    response = read(client_of(vera), scored)

    flow, page = response.context["flow"], response.content.decode()
    assert [step.told for step in flow.steps] == ["", "2 of 2", "2 of 2", "3 of 6", "2 of 3 groups"]
    assert (flow.current, flow.people) == (4, "1 person on the same groups: 1 score")
    charts = {panel.title: panel for panel in response.context["panels"]}
    assert charts["Pooled verdicts"].chart.finding.startswith("People and machines differ most on “E1")
    assert "at least 2 evidence groups" in charts["Share of variance"].reason or charts["Share of variance"].chart
    assert "may_annotate" not in page and "do not count as blind" not in page


def test_before_scores_there_are_rubrics_to_read_and_reasons(bob, vera, client_of):
    study, client, viewer = ready(bob), client_of(bob), client_of(vera)

    response, scorers = read(client, study), read(client, study, "study_scorers").content.decode()
    shown, rubrics = (read(viewer, study, part).content.decode() for part in ("study_detail", "study_rubrics"))

    page, flow = response.content.decode(), response.context["flow"]
    assert "Rubrics so far" in page and "Stage 1" in page and "Pooled verdicts" not in page
    assert flow.people == "No person has scored yet" and flow.steps[4].told == "After step 4"
    assert "not defined: no scores yet" in scorers and "Not defined: only one model scores" in scorers
    assert address(study, "study_clone") not in shown and "Download export (ZIP)" not in shown
    assert reverse("reviews:run_detail", args=[study.run_id]) in shown and ">Score<" not in rubrics


def test_finished_study_folds_its_steps(bob, client_of):
    study = make_scored(bob, samples_per_model=1)
    work(stages_of(study, "score_critic")[0], agreement(1))
    study.run.status = "completed"
    study.run.save()

    page = read(client_of(bob), study).content.decode()

    assert 'class="fold flow-line"' in page and "Evidence: 3 texts in 3 groups" in page


def test_who_has_read_the_overview_or_the_verdicts_is_not_blind(bob, rita, alice, client_of):
    study = make_scored(bob, people_per_bundle=3)

    page = read(client_of(bob), study).content.decode()
    read(client_of(rita), study, "study_verdicts")

    assert "do not count as blind" in page
    assert [answer_as(who, study).exposure for who in (bob, rita, alice)] == ["saw_machine", "saw_machine", "blind"]


def test_only_those_verdicts_that_differ_most_are_drawn_of_many(bob, scored, client_of, monkeypatch):
    monkeypatch.setattr("experiments.studies.views.study_detail.MOST_VERDICTS", 1)

    (panel, *_) = given(client_of(bob), address(scored))["panels"]

    assert len(panel.chart.table.rows) == 1 and panel.chart.definition.endswith("1 of 3 groups.")


def test_weights_of_the_critics_change_the_pools(bob, scored, client_of):
    client = client_of(bob)

    def weights(name):
        return given(client, address(scored, "study_scorers"), {"weights": name})["weights"]

    assert (weights("critics"), weights("x")) == ("critics", "equal")


def test_rubric_cards_show_stages_display_and_critic(bob, scored, client_of):
    first, second = given(client_of(bob), address(scored, "study_rubrics"))["cards"]

    assert [stage.number for stage in first.stages] == [1, 2, 3] and first.stages[0].label == "Stage 1"
    assert sorted(stage.place for stage in first.stages) == [1, 2, 3]
    assert [first.sample.label_mapping[stage.token] for stage in first.stages] == [1, 2, 3]
    assert [(measure.text, measure.width) for measure in first.measures] == [("0.50", "50.0%"), ("0.25", "25.0%")]
    assert first.simulated and second.simulated and second.measures


def test_rubric_that_failed_says_why_and_can_be_retried_by_those_who_manage(bob, vera, client_of):
    study, client = make_study(bob), client_of(bob)
    work_rubrics(study, lambda call: "No rubric here.")
    LLMRequest.objects.filter(stage__name="rubric_gen").update(error_message=TEXT("It names no stages."))
    retry = reverse("reviews:run_retry_failed", args=[study.run_id])

    own, others = (read(who, study).content.decode() for who in (client, client_of(vera)))
    page = read(client, study, "study_rubrics").content.decode()
    verdicts = given(client, address(study, "study_verdicts"))

    assert "1 failed" in own and f'action="{retry}"' in own and "Retry 1" in own
    assert "1 failed" in others and retry not in others
    assert "It names no stages." in page and "Failed" in page
    cells = [cell for row in verdicts["grid"].rows for cell in row.cells]
    assert {cell.look for cell in cells} == {"broken"} and "without a rubric" in cells[0].why


def test_verdicts_are_a_table_of_links(bob, scored, client_of):
    page = given(client_of(bob), address(scored, "study_verdicts"))

    grid = page["grid"]
    first, second, person = (column for column in zip(*(row.cells for row in grid.rows), strict=True))
    assert [cell.text for cell in first] == ["1, 3", "2", "abst."]
    assert [cell.look for cell in first] == ["s3", "s3", "abstained"] and "probability 1.00" in first[0].why
    assert {cell.look for cell in second} == {"missing"} and {cell.why for cell in second} == {"not started"}
    assert [cell.look for cell in person] == ["s1", "missing", "missing"]
    answer = Annotation.objects.filter(annotator__kind="llm").order_by("pk").first()
    assert first[0].href == reverse("annotations:task_item", args=[answer.task_id, answer.item_id])
    assert [lane.is_person for lane in grid.lanes] == [False, False, True]
    assert [(strip.n, strip.median) for strip in page["strips"]] == [(3, "1.00"), (0, ""), (0, "")]


def test_failed_score_says_why(bob, client_of):
    study = ready(bob)
    lane = scores_of(study)
    item = study.samples.get().task.items.order_by("position").first()
    request = LLMRequest(run=study.run, stage=lane, target=item.pk, item=item)
    end(request, state="failed", last_error=TEXT("<b>Not readable</b>"))

    page = read(client_of(bob), study, "study_verdicts").content.decode()

    assert "failed: &lt;b&gt;Not readable" in page and "<b>Not" not in page


def test_large_tables_come_in_parts(bob, client_of, monkeypatch):
    monkeypatch.setattr("experiments.studies.views.verdict_grid.BUNDLES", 2)
    monkeypatch.setattr("experiments.studies.views.verdict_grid.LANES", 1)
    study, client = make_scored(bob), client_of(bob)

    def shown(query):
        grid = given(client, f"{address(study, 'study_verdicts')}?{query}")["grid"]
        return len(grid.rows), [step.words for step in grid.steps]

    assert shown("") == (2, ["Next groups", "Next scorers"])
    assert shown("bundle=2&lane=1") == (1, ["Previous groups", "Previous scorers"])
    assert shown("bundle=x&lane=-1") == shown("bundle=99999&lane=99") == shown("")


def test_pages_cost_the_same_for_many(bob, vera, client_of):
    client = client_of(vera)
    study = make_scored(bob, texts=12, samples_per_model=4)
    for _ in range(3):
        make_study(bob)

    for count, part in ((21, "study_detail"), (19, "study_scorers"), (13, "study_rubrics"), (17, "study_verdicts")):
        with at_most(count):
            assert read(client, study, part).status_code == 200


def test_part_alone_for_htmx_until_the_run_has_ended(bob, scored, client_of):
    study, client = Study.objects.get(pk=scored.pk), client_of(bob)
    for part in ("study_detail", "study_rubrics", "study_verdicts", "study_scorers"):
        live = client.get(address(study, part), headers={"HX-Request": "true"}).content.decode()
        assert "<html" not in live and 'hx-trigger="every 5s"' in live

    study.run.status = "completed"
    study.run.save()

    assert "hx-trigger" not in client.get(address(study), headers={"HX-Request": "true"}).content.decode()


def test_evidence_that_is_left_out_is_named(bob, client_of):
    study = make_study(bob)
    Study.objects.update(left_out=[{"evidence_id": 1, "label": "E1", "reason": "There is no cleaned view of it."}])

    assert "There is no cleaned view of it." in read(client_of(bob), study).content.decode()
