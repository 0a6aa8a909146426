"""Tasks, answers in bulk, and what comes of them as DataFrames."""

import pandas
import pytest
from evalhub_client import Failed, RowsRefused

from annotations.models import Annotation, Judgement
from tests import factories
from tests.reviews import machine
from tests.reviews.machine import answer, outcome_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("workers")]

FORM = [
    factories.VERDICT["fields"][0],
    {"key": "sure", "type": "rating", "title": "How sure?", "scale": {"min": 1, "max": 5}, "required": False},
]
VERDICTS = ["correct", "wrong", "correct", "wrong", "correct"]


@pytest.fixture
def boss(client_of, bob):
    return client_of(bob)


@pytest.fixture
def version(acme):
    rows = [{"external_id": f"case-{number}"} for number in range(5)]
    found = factories.make_version(factories.make_dataset(acme), rows=rows)
    return {"version_id": str(found.pk), "dataset_id": str(found.dataset_id), "version_number": 1}


@pytest.fixture
def task(boss, version):
    return boss.tasks.create(
        "Sums", version, FORM, instructions="Add.", output_name="model-a", required_annotations_per_item=2
    )


def answers(verdicts=VERDICTS, **columns):
    return pandas.DataFrame({"external_id": [f"case-{n}" for n in range(5)], "verdict": verdicts, **columns})


@pytest.fixture
def two_people(client_of, alice, acme, task):
    """The keys of two annotators who have answered all items; they differ on the last one."""
    zoe = factories.make_member(acme, "zoe")
    first, second = client_of(alice), client_of(zoe)
    first.submissions.push(task, answers(sure=[1, 2, None, 4, 5], why=["a"] * 5), justifications={"verdict": "why"})
    second.submissions.push(
        task, answers([*VERDICTS[:4], "partly"], confidence=0.5), confidences={"verdict": "confidence"}
    )
    return first, second


def test_a_task_is_created_changed_and_read(boss, version):
    draft = boss.tasks.create("Draft", version, {"fields": FORM}, instructions="Add.", activate=False)
    active = boss.tasks.create("Sums", version, FORM, instructions="Add.")

    assert (draft["status"], active["status"], active["preparation"]) == ("DRAFT", "ACTIVE", "READY")
    assert boss.tasks.change(draft, name="Other")["name"] == "Other"
    assert boss.tasks.pause(active)["status"] == "PAUSED" and boss.tasks.complete(active)["status"] == "COMPLETED"
    assert [task["name"] for task in boss.tasks.list(status=["COMPLETED", "ACTIVE"])] == ["Sums"]
    assert [item["position"] for item in boss.tasks.items(draft, external_id="case-3")] == [3]
    assert boss.tasks.progress(active)["total_items"] == 5


def test_rows_are_submitted_once_however_often(client_of, alice, task, monkeypatch):
    monkeypatch.setattr("evalhub_client.results.ROWS_AT_ONCE", 2)
    me, seen = client_of(alice), []
    rows = answers(sure=[1, 2, None, 4, 5], why=["a", None, "c", "d", "e"], seconds=3.5)
    rows = rows.rename(columns={"seconds": "time_spent_seconds"})

    first = me.submissions.push(
        task, rows, justifications={"verdict": "why"}, progress=lambda *counts: seen.append(counts)
    )
    again = me.submissions.push(task, rows, justifications={"verdict": "why"})

    assert (first.created, again.created, again.existing) == (5, 0, 5) and seen == [(2, 5), (4, 5), (5, 5)]
    assert first.frame()["annotation_id"].tolist() == again.frame()["annotation_id"].tolist()
    assert Annotation.objects.filter(time_spent_seconds=3.5).count() == 5
    assert Judgement.objects.filter(question__key="sure", abstained=False).count() == 4
    assert Judgement.objects.filter(justification="e").count() == 1


def test_a_correction_names_its_revision(client_of, alice, task):
    me = client_of(alice)
    me.submissions.push(task, answers())

    changed = [{"external_id": "case-0", "labels.verdict": "wrong", "revision": 1}]
    refused = me.submissions.push(task, [{"external_id": "case-1", "verdict": "correct"}], refused="keep")

    assert me.submissions.push(task, changed).rows[0]["revision"] == 2
    assert refused.refusals()["error"][0]["code"] == "already_answered"


def test_rows_that_do_not_fit_are_told(client_of, alice, task):
    me = client_of(alice)

    with pytest.raises(RowsRefused, match="1 of 5 rows were refused: row 4: .*maybe"):
        me.submissions.push(task, answers([*VERDICTS[:4], "maybe"]))
    with pytest.raises(ValueError, match="No column is a question of the form. There are: external_id"):
        me.submissions.push(task, [{"external_id": "case-0"}])
    with pytest.raises(ValueError, match="labels needs the column 'other'. There are: external_id, verdict"):
        me.submissions.push(task, answers(), labels={"verdict": "other"})
    with pytest.raises(ValueError, match="names no item"):
        me.submissions.push(task, [{"verdict": "wrong"}])
    assert Annotation.objects.count() == 4


def test_annotations_are_a_frame_with_a_column_for_each_question(boss, task, two_people):
    seen = []
    frame = boss.annotations.frame(task, limit=4, progress=seen.append)

    assert seen == [4, 8, 10] and len(frame) == 10
    assert frame["labels.verdict"].tolist() == [*VERDICTS, *VERDICTS[:4], "partly"]
    assert frame["labels.sure"].dropna().tolist() == [1, 2, 4, 5] and str(frame["labels.sure"].dtype) == "Int64"
    assert (
        frame["justifications.verdict"].tolist()[:5] == ["a"] * 5 and frame["justifications.verdict"].isna().sum() == 5
    )
    assert frame["confidences.verdict"].tolist()[5:] == [0.5] * 5
    assert frame["annotator"].tolist() == ["Alice"] * 5 + ["Zoe"] * 5
    assert frame["external_id"].tolist() == [f"case-{n}" for n in range(5)] * 2
    types = {name: str(frame[name].dtype) for name in ("simulated", "revision", "created_at", "annotator_kind")}
    assert types["simulated"] == "boolean" and types["revision"] == "Int64" and types["annotator_kind"] == "string"
    assert types["created_at"] == "datetime64[us, UTC]"
    rows = list(boss.annotations.list(task, kind="human", since="2020-01-01"))
    assert [row["annotation_id"] for row in rows] == frame["annotation_id"].tolist()


def test_judgements_are_a_frame_with_a_row_for_each_answer(boss, task, two_people):
    frame = boss.annotations.judgements(task)

    counts = frame.groupby(["question", "abstained"]).size().to_dict()
    assert counts == {("verdict", False): 10, ("sure", False): 4} | {
        key: count for key, count in counts.items() if key == ("sure", True)
    }
    partly = frame[frame["value"] == "partly"].iloc[0]
    assert (partly["annotator"], partly["confidence"], partly["external_id"]) == ("Zoe", 0.5, "case-4")


def test_an_empty_task_gives_empty_frames_with_columns(boss, task):
    frames = [
        boss.annotations.frame(task),
        boss.annotations.judgements(task),
        boss.ground_truth.frame(task),
        boss.agreement.pairs(task),
    ]

    assert [len(frame) for frame in frames] == [0, 0, 0, 0]
    assert "annotation_id" in frames[0] and "question" in frames[1] and "value" in frames[2] and "alpha" in frames[3]


def test_agreement_and_ground_truth_wait_until_all_answers_are_in(boss, task, two_people):
    figures = boss.agreement.frame(task)
    pairs = boss.agreement.pairs(task)
    people = boss.agreement.annotators(task)
    truth = boss.ground_truth.frame(task)

    percent = figures[(figures["question"] == "verdict") & (figures["metric"] == "percent_agreement")]
    assert percent[percent["scope"] == "people"]["value"].tolist() == [pytest.approx(0.8)]
    pair = pairs[pairs["question"] == "verdict"].iloc[0]
    assert {pair["first"], pair["second"]} == {"Alice", "Zoe"} and (pair["n_items"], pair["percent"]) == (5, 0.8)
    assert sorted(people["name"]) == ["Alice", "Zoe"] and people["annotations_count"].tolist() == [5, 5]
    verdicts = truth[truth["question"] == "verdict"].sort_values("position")
    assert verdicts["value"].tolist() == VERDICTS[:4] and verdicts["people"].tolist() == [2] * 4


def test_a_model_answers_beside_people(boss, version, monkeypatch):
    machine.play(monkeypatch, lambda call: outcome_of(answer(call, value="wrong")))
    task, seen = boss.tasks.create("Sums", version, FORM[:1], instructions="Add.", output_name="model-a"), []
    estimate = boss.runs.estimate(task, "simulated-careful")

    run = boss.runs.start(task, "simulated-careful", name="Careful")
    ended = boss.runs.wait(run, progress=seen.append)

    assert (estimate["simulated"], estimate["requests"] >= 5) == (True, True)
    assert ended["status"] == "completed" and len(seen) > 1
    assert boss.annotations.frame(task, kind="llm")["labels.verdict"].tolist() == ["wrong"] * 5
    assert [each["run_id"] for each in boss.runs.of_task(task)] == [run["run_id"]]
    assert [each["run_id"] for each in boss.runs.list(status="completed")] == [run["run_id"]]
    assert boss.annotators.get(run["annotator"]["annotator_id"])["name"] == "Careful"
    assert [each["name"] for each in boss.annotators.list()] == ["Careful"]


def test_a_run_that_fails_is_told(boss, version, monkeypatch):
    machine.play(monkeypatch, lambda call: outcome_of(answer(call, value="no option")))
    task = boss.tasks.create("Sums", version, FORM[:1], instructions="Add.", output_name="model-a")
    run = boss.runs.start(task, "simulated-careful")

    with pytest.raises(Failed, match="The run failed"):
        boss.runs.wait(run)
    assert boss.runs.retry_failed(run)["status"] in ("waiting", "running")
    assert boss.runs.set_state(run, "cancel")["desired_state"] == "cancel"
