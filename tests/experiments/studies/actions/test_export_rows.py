"""The rows of a study's export: what counts as a response, and what is told of it."""

import json

import pytest

from annotations.models import Annotation
from experiments.models import StudySample
from experiments.studies.actions import export_rows
from reviews.models import LLMAttempt, LLMRequest
from tests.experiments.scored import STRANGE, make_scored
from tests.experiments.studies_world import make_study, rubric, stages_of, verdict, work, work_rubrics
from tests.kept_people import acme, alice, bob

__all__ = ["acme", "alice", "bob"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def scored(bob, alice):
    return make_scored(bob, alice)


def rows(table, study):
    return [json.loads(row) for row in export_rows.stream(table, study=study)]


def test_response_tells_score_rubric_critics_and_evidence(bob):
    study = make_scored(bob, texts=2, evidence_bundle_size=2)
    sample = StudySample.objects.filter(study=study).first()

    (row,) = rows("responses", study)

    annotation = Annotation.objects.get(task__study_sample__study=study)
    assert (row["response_id"], row["score_target_id"]) == (annotation.pk, annotation.item_id)
    assert (row["sample_id"], row["sample_ordinal"], row["rubric_id"]) == (sample.pk, 1, sample.schema_version_id)
    assert (row["decoded_scores"], row["subset_size"], row["abstained"]) == ([1, 3], 2, False)
    assert row["score_expert_agreement_prob"] == 1
    assert (row["rubric_observability_score"], row["rubric_discriminability_score"]) == (0.5, 0.25)
    assert (row["scoring_method"], row["scale_size"], row["request_version"]) == ("subset", 3, 1)
    assert row["randomizations"] == ["anonymize_stages", "shuffle_rubric_order"]
    ids = row["evidence_ids"]
    assert row["bundle_signature"] == f"{ids[0]}|{ids[1]}" and row["evidence_labels"] == ["E1", "E2"]
    assert row["evidence_titles"] == STRANGE[:2] and row["evidence_positions"] == [1, 2]
    assert row["window_ids"] == [str(study.window_id)] * 2


def test_what_is_simulated_is_told_by_the_calls(bob, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "a-key")
    study = make_scored(bob, texts=1, rubric_models=["openai/gpt-4o"], scoring_models=["openai/gpt-4o"])
    assert {row["simulated"] for table in ("rubrics", "responses") for row in rows(table, study)} == {False}

    for request in LLMRequest.objects.filter(stage__name__in=("rubric_gen", "score_gen")):
        LLMAttempt.objects.create(request=request, number=1, status="ok", simulated=True)

    assert {row["simulated"] for table in ("rubrics", "responses") for row in rows(table, study)} == {True}


def test_single_stages_and_abstentions_are_lists_too(bob):
    study = make_study(bob, texts=2)
    work_rubrics(study)
    words = iter([verdict(3), verdict()])
    work(stages_of(study, "score_gen")[0], lambda call: next(words)(call))

    found = rows("responses", study)

    told = [(row["decoded_scores"], row["abstained"], row["subset_size"]) for row in found]
    assert told == [([3], False, 1), ([], True, 0)]
    assert [row["score_critic_id"] for row in found] == [None, None]


def test_people_have_no_model_and_no_request(scored, django_assert_num_queries):
    found = {}
    for table in export_rows.ROWS:
        with django_assert_num_queries(1, info=table):
            found[table] = rows(table, scored)

    row = found["responses"][-1]

    assert (row["annotator_kind"], row["model"], row["rubric_model"]) == ("human", None, "simulated-careful")
    assert (row["request_version"], row["justification"], row["simulated"]) == (None, None, False)
    assert (row["decoded_scores"], row["score_expert_agreement_prob"]) == ([1], None)
    # Samples count targets, scores and critics.
    first, second = found["samples"]
    counts = ("score_target_total", "score_count", "score_critic_count")
    assert [first[name] for name in counts] == [3, 4, 3] and [second[name] for name in counts] == [3, 0, 0]
    assert (first["sample_ordinal"], second["sample_ordinal"]) == (1, 2) and first["seed"] != second["seed"]


def test_what_does_not_count_is_left_out(scored):
    study, answer = scored, Annotation.objects.get(annotator__kind="human")
    counted = Annotation.objects.filter(pk=answer.pk)
    assert len(rows("responses", study)) == 4

    for field, value in {
        "exposure": "saw_machine",
        "flagged": True,
        "withdrawn_at": "2026-01-01T00:00Z",
        "origin": "audit",
        "superseded_at": "2026-01-01T00:00Z",
    }.items():
        counted.update(**{field: value})
        found = rows("responses", study)
        assert len(found) == 3 and {row["annotator_kind"] for row in found} == {"llm"}, field
        assert [row["score_count"] for row in rows("samples", study)] == [3, 0], field
        counted.update(**{field: getattr(answer, field)})


def test_items_have_a_row_for_each_evidence_of_a_response(bob):
    study = make_scored(bob, texts=3, evidence_bundle_size=2)

    found = rows("response_items", study)

    responses = {row["response_id"]: row for row in rows("responses", study)}
    assert len(found) == 3
    for row in found:
        response, place = responses[row["response_id"]], row["item_position"] - 1
        for one, many in [
            ("evidence_id", "evidence_ids"),
            ("evidence_label", "evidence_labels"),
            ("evidence_title", "evidence_titles"),
            ("evidence_url", "evidence_urls"),
            ("evidence_position", "evidence_positions"),
            ("window_id", "window_ids"),
        ]:
            assert row[one] == response[many][place]
        assert row["decoded_scores"] == response["decoded_scores"]


def test_rubric_written_anew_takes_its_answers_along(scored):
    study = scored
    old = [row["rubric_id"] for row in rows("rubrics", study)]
    stage = stages_of(study, "rubric_gen")[0]
    stage.request_version, stage.filled_to = 2, 0
    stage.save()
    work(stage, rubric(3, word="Level"))

    found = rows("rubrics", study)

    assert rows("responses", study) == [] and {row["rubric_id"] for row in found}.isdisjoint(old)
    assert [row["request_version"] for row in found] == [2, 2]
    assert [stage["label"] for stage in found[0]["stages"]] == ["Level 1", "Level 2", "Level 3"]
    assert sorted(found[0]["label_mapping"].values()) == [1, 2, 3]
    assert (found[0]["rubric_critic_id"], found[0]["observability_score"]) == (None, None)


def test_evidence_is_that_of_the_study(bob):
    study = make_study(bob)
    type(study).objects.filter(pk=study.pk).update(evidence_to=2)
    study.window.evidence.filter(position=2).update(title="", url="")

    found = rows("evidence", study)

    assert [(row["label"], row["title"], row["url"]) for row in found] == [
        ("E1", "Title 1", "https://example.org/1"),
        ("E2", None, None),
    ]
    assert {row["window_name"] for row in found} == {study.window.name}
