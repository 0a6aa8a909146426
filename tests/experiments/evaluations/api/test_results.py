"""Results of an evaluation over the API: each output with its scores, found by score, failure, disagreement, metadata
and text."""

import pytest

from experiments.evaluations.actions import results
from reviews.engine.client.exchange import FATAL
from tests import factories
from tests.experiments.evaluations.actions.test_models import JUDGE, scoring
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, make_version, take_steps
from tests.kept_people import acme
from tests.reviews import machine
from tests.reviews.machine import failing
from tests.statements import at_most

OTHER = "simulated-hasty"
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


@pytest.fixture(scope="module")
def evaluation(acme):
    """Of four outputs the second is wrong, the third has no expected output and fails for both models, and on the first
    one model disagrees with the other."""

    def respond(call):
        text = call.messages[-1]["content"]
        if "2th time" in text:
            return failing(FATAL, "refused")(call)
        return scoring(value=1 if "0th time" in text and call.model == OTHER else 5)(call)

    version = make_version(acme, [RIGHT, WRONG, RIGHT, RIGHT], expected={2: None})
    with pytest.MonkeyPatch.context() as patch:
        machine.play(patch, respond)
        return take_steps(make_evaluation(version, ["exact_match", "faithfulness"], judges=[JUDGE, OTHER]))


@pytest.fixture
def rows(api, evaluation):
    """rows(**query): the row indexes of the cases that are listed."""

    def listed(**query):
        answer = api.get(f"/v1/evaluations/{evaluation.pk}/results", query)
        assert answer.status_code == 200, answer.json()
        return [row["row_index"] for row in answer.json()["results"]]

    return listed


FILTERED = [
    ({}, [0, 1, 2, 3]),
    ({"metric": "exact_match", "max_score": 0}, [1]),
    ({"metric": "exact_match", "min_score": 0.5}, [0, 3]),
    ({"metric": "faithfulness", "max_score": 3}, [0]),
    ({"failed": "true"}, [2]),
    ({"failed": "true", "metric": "exact_match"}, [2]),
    ({"failed": "false"}, [0, 1, 2, 3]),
    ({"disagree": "true"}, [0]),
    ({"disagree": "true", "metric": "exact_match"}, []),
    ({"filter": '{"topic": "terms"}'}, [1, 3]),
    ({"filter": '{"topic": "terms"}', "metric": "exact_match", "min_score": 1}, [3]),
    ({"search": "0th"}, [0]),
]


@pytest.mark.parametrize("most_known", [results.MOST_KNOWN, 0], ids=["looked up", "walked"])
def test_filters_find_their_outputs(rows, monkeypatch, most_known):
    monkeypatch.setattr(results, "MOST_KNOWN", most_known)

    assert [(query, rows(**query)) for query, _found in FILTERED] == FILTERED


def test_each_output_has_its_scores_and_reasons(api, evaluation):
    with at_most(14):
        answer = api.get(f"/v1/evaluations/{evaluation.pk}/results")

    first, _second, failed, _last = answer.json()["results"]
    assert (first["output"], first["system"], first["expected_output"]) == (RIGHT, "model-a", RIGHT)
    assert [(each["metric"], each["scorer"], each["score"]) for each in first["scores"]] == [
        ("exact_match", "Exact match", 1.0),
        ("faithfulness", JUDGE, 5.0),
        ("faithfulness", OTHER, 1.0),
    ]
    assert first["scores"][1]["reasoning"] == "It agrees."
    assert [each["failure_code"] for each in failed["scores"]] == ["no_reference", "text", "text"]


def test_labels_of_people_stand_beside_the_scores(api, evaluation, alice):
    item = evaluation.task.items.first()
    factories.make_annotation(item, factories.make_annotator(alice), {"faithfulness": 2})

    (first, *_others) = api.get(f"/v1/evaluations/{evaluation.pk}/results").json()["results"]

    assert (first["scores"][-1]["scorer_kind"], first["scores"][-1]["score"]) == ("human", 2.0)


def test_pages_follow_each_other_and_wrong_filters_are_named(api, evaluation):
    way, seen, cursor = f"/v1/evaluations/{evaluation.pk}/results", [], {}
    while cursor is not None:
        page = api.get(way, {"limit": 1, **cursor}).json()
        seen += [row["row_index"] for row in page["results"]]
        cursor = page["next"] and {"cursor": page["next"]}
    assert seen == [0, 1, 2, 3]

    mistakes = [
        ({"metric": "nonsense", "min_score": 1}, "metric: is 'nonsense'. Valid: exact_match, faithfulness"),
        ({"min_score": 1}, "metric: is ''"),
        ({"min_score": "nan", "metric": "exact_match"}, "min_score is 'nan'. Valid: a number"),
        ({"filter": '{"odd": 1}'}, "odd"),
        ({"filter": "[]"}, "A filter is a JSON object"),
    ]
    for query, words in mistakes:
        refused = api.get(f"/v1/evaluations/{evaluation.pk}/results", query)
        assert refused.status_code == 400 and words in refused.json()["error"]["message"], query
