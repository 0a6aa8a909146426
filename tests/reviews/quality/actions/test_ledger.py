"""The quality ledger of an organization: in, out, and its figures."""

import datetime
import io
import json
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from annotations.models import Judgement
from datasets.models import ModelOutput, System
from evalhub.accounts.models import AuditEvent
from evalhub.lib.errors import InvalidInput
from reviews.grading import QualityLedger
from reviews.models import QualityObservation
from reviews.quality.actions import ledger as quality_ledger
from tests.reviews.grading.world import make_observation
from tests.reviews.gradings_world import make_grading
from tests.reviews.gradings_world import make_observation as make_row
from tests.reviews.quality_world import NOW, record


def import_text(member, text):
    file = io.BytesIO(text if isinstance(text, bytes) else text.encode())
    return quality_ledger.import_jsonl(organization=member.organization, file=file, by=member.user)


def export(member, **filters):
    rows = quality_ledger.filtered(organization=member.organization, filters=filters)
    return "".join(quality_ledger.export_jsonl(rows))


def line(**overrides):
    return json.dumps(make_observation(**overrides).to_dict()) + "\n"


def test_observation_is_written_and_read_back_the_same_and_row_has_figures_of_its_own_or_of_a_judgement(bob):
    given = make_observation(
        cost_usd=0.0000012345,
        tags={"case": 3},
        grader_id="exact_match",
        notes="differs",
        baseline_adapter_id="large",
        simulated=True,
    )
    assert record(bob, given) == 1
    row = QualityObservation.objects.get()
    assert row.cost_usd == Decimal("0.0000012345") and row.organization == bob.organization
    assert quality_ledger.observed(row) == given
    assert AuditEvent.objects.get(verb="quality.recorded").details == {"observations": 1}

    make_grading(bob, rows=1, scores=(0.25, None))
    for name in ("own_quality_score", "own_cost_usd", "own_latency_ms", "own_tokens_in"):
        with pytest.raises(IntegrityError, match="observation_own_or_judged"), transaction.atomic():
            QualityObservation.objects.update(**{name: 1})
    from_outside = QualityObservation.objects.filter(pk=make_row(bob).pk)
    for changes in ({"own_quality_score": None}, {"own_latency_ms": None}, {"output": ModelOutput.objects.first()}):
        with pytest.raises(IntegrityError, match="observation_own_or_judged"), transaction.atomic():
            from_outside.update(**changes)


def test_score_of_a_grading_is_its_judgement_and_cost_that_of_the_output(bob):
    make_grading(bob, rows=1, scores=(0.25, None))
    Judgement.objects.update(number=0.75, value=0.75, justification="Better.")
    ModelOutput.objects.update(cost_usd="0.5", tokens_in=7, latency_ms=None)

    (row,) = QualityObservation.objects.all()
    (plain,) = QualityObservation._base_manager.all()
    for each in (row, plain):
        found = quality_ledger.observed(each)
        assert (found.quality_score, found.notes, found.cost_usd) == (0.75, "Better.", 0.5), each
        assert (found.tokens_in, found.tokens_out, found.latency_ms) == (7, 10, 0), each
    assert quality_ledger.mean_quality(organization=bob.organization) == 0.75
    assert json.loads(export(bob))["quality_score"] == 0.75


def test_what_is_unknown_stays_unknown(bob):
    record(bob, {"cost_usd": None, "tokens_in": None, "tokens_out": None, "tags": ["a", "b"]})

    row = QualityObservation.objects.get()
    assert (row.cost_usd, row.tokens_in, row.tokens_out, row.tags) == (None, None, None, ["a", "b"])
    assert quality_ledger.observed(row).tags == ("a", "b")


def test_export_is_what_an_import_takes(bob, mallory):
    record(bob, {"cost_usd": None, "notes": "Grüße\n"}, {"adapter_id": "large", "tags": ["x"]})
    written = export(bob)

    assert import_text(mallory, written) == 2

    assert export(mallory) == written
    assert AuditEvent.objects.get(verb="quality.imported").details == {"observations": 2}


def test_file_of_the_pure_ledger_is_taken(bob, tmp_path):
    ledger = QualityLedger(tmp_path / "quality.jsonl")
    ledger.append(make_observation())

    with ledger.path.open("rb") as file:
        assert quality_ledger.import_jsonl(organization=bob.organization, file=file, by=bob.user) == 1


def test_one_wrong_line_and_nothing_is_imported(bob):
    for bad, words in [
        ("{\n", "Line 3: Not valid JSON"),
        ('{"task_type": "a"}\n', "Line 3: adapter_id is missing"),
        (line().replace("0.8", "1.8"), "Line 3: quality_score is 1.8. Valid: a number from 0 to 1"),
        (b"\xff\n", "Line 3: "),
        ("[]\n", "Line 3: An observation is list"),
        (line(notes="x" * 99_999).replace("x" * 99_999, "x" * 1_100_000), "Line 3: it has more than 1,000,000 bytes"),
    ]:
        bad = bad if isinstance(bad, bytes) else bad.encode()

        with pytest.raises(InvalidInput) as refused:
            import_text(bob, line().encode() + b"\n" + bad + line().encode())

        assert f"Nothing was imported. {words}" in refused.value.message, (bad, words)
        assert refused.value.details["line"] == 3, (bad, words)
        assert not QualityObservation.objects.exists() and not AuditEvent.objects.exists(), (bad, words)


def test_wrong_line_after_a_whole_batch_takes_the_batch_back(bob, monkeypatch):
    monkeypatch.setattr(quality_ledger, "AT_ONCE", 2)

    with pytest.raises(InvalidInput, match="Line 4"):
        import_text(bob, line() * 3 + "{}\n")

    assert not QualityObservation.objects.exists()


def test_import_takes_statements_by_the_batch(bob, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        assert import_text(bob, line() * 500) == 500


def test_what_is_observed_is_a_system_that_is_known_or_new_and_empty_file_is_refused(bob):
    import_text(bob, line())
    record(bob, {"baseline_adapter_id": "large"}, {"model_id": "openai/other"})
    rows = QualityObservation.objects.with_systems().order_by("pk")
    assert [(row.system.name, row.system.model, row.baseline_adapter_id) for row in rows] == [
        ("small", "openai/small", ""),
        ("small", "openai/small", "large"),
        ("small", "openai/other", ""),
    ]
    assert System.objects.filter(organization=bob.organization).count() == 3

    for text in ["", "\n\n"]:
        with pytest.raises(InvalidInput, match="does not contain an observation"):
            import_text(bob, text)


def test_export_is_filtered_and_oldest_first(bob):
    for hours, name in ((2, "c"), (0, "a"), (1, "b")):
        record(bob, {"adapter_id": name, "recorded_at": NOW + datetime.timedelta(hours=hours)})

    def names(**filters):
        return [json.loads(found)["adapter_id"] for found in export(bob, **filters).splitlines()]

    assert names() == ["a", "b", "c"]
    assert names(since=NOW + datetime.timedelta(hours=1), task_type="", grader_id=None) == ["b", "c"]
    assert names(until=NOW + datetime.timedelta(hours=1)) == ["a"]
    assert names(adapter_id="b") == ["b"] and names(simulated=True) == []
    with pytest.raises(InvalidInput, match="Unknown filter: colour. Valid: task_type"):
        export(bob, colour="red")


def test_figures_are_of_the_own_organization(bob, mallory):
    record(
        bob,
        {"quality_score": 1.0},
        {"quality_score": 0.5, "adapter_id": "large"},
        {"task_type": "code", "quality_score": 0.0},
    )
    record(mallory, {"quality_score": 0.1})
    acme = bob.organization

    assert quality_ledger.mean_quality(organization=acme) == 0.5
    assert quality_ledger.mean_quality(organization=acme, task_type="summary") == 0.75
    assert quality_ledger.mean_quality(organization=acme, adapter_id="large") == 0.5
    assert quality_ledger.mean_quality(organization=acme, task_type="poems") is None
    assert [row.task_type for row in quality_ledger.by_task_type(organization=acme, task_type="code")] == ["code"]
    assert len(quality_ledger.recent(organization=acme, count=2)) == 2
    assert export(mallory).count("\n") == 1


def test_prunes_its_own_before_a_moment(bob, mallory):
    for member in (bob, mallory):
        record(member, {"recorded_at": NOW - datetime.timedelta(seconds=1)}, {"recorded_at": NOW})

    gone = quality_ledger.prune_before(organization=bob.organization, moment=NOW.replace(tzinfo=None), by=bob.user)

    assert gone == 1
    assert list(QualityObservation.objects.for_organization(bob.organization).values_list("recorded_at")) == [(NOW,)]
    assert QualityObservation.objects.for_organization(mallory.organization).count() == 2
    assert AuditEvent.objects.get(verb="quality.pruned").details["observations"] == 1
